import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './DataTable.module.css';

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** The link that opens a row of a DataTable; it covers the row, also where it is the open one. */
export const RowLink = createLink(({ className, ...props }: Props) => (
  <Anchor inherit className={`${classes.cover} ${className ?? ''}`} {...props} />
));
