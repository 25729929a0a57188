import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The one h1 of a page. It takes the focus after a navigation, so screen readers announce it. */
export function PageTitle({ children }: { children: ReactNode }) {
  return (
    <Title order={1} tabIndex={-1} data-page-title>
      {children}
    </Title>
  );
}

const TYPING = '[role="dialog"][aria-modal="true"], main input:focus';

/**
 * Not from under a dialog: who opened one while the page was still coming is typing there. Nor from a field to which
 * the page itself has led.
 */
export function focusPageTitle() {
  if (document.querySelector(TYPING) !== null) return;
  document.querySelector<HTMLElement>('[data-page-title]')?.focus();
}
