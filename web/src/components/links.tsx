import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorElement = ComponentPropsWithRef<'a'>;

/** A link that looks like a button. Unlike a button rendered as Link, its search is type-checked. */
export const ButtonLink = createLink(
  (props: ButtonProps & Omit<AnchorElement, keyof ButtonProps>) => (
    <Button component="a" {...props} />
  ),
);

export const TextLink = createLink(
  (props: AnchorProps & Omit<AnchorElement, keyof AnchorProps>) => <Anchor {...props} />,
);
