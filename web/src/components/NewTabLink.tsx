import { Button, VisuallyHidden, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import { m } from '@/paraglide/messages';

interface Props extends ButtonProps {
  href: string;
  children: ReactNode;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
}

/** A button that opens a document in a new tab, and says so to those who do not see that. */
export function NewTabLink({ children, ...others }: Props) {
  return (
    <Button component="a" target="_blank" rel="noopener" {...others}>
      {children}
      <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
    </Button>
  );
}
