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

/** Not from under a dialog: who opened one while the page was still coming is typing there. */
export function focusPageTitle() {
  if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
  document.querySelector<HTMLElement>('[data-page-title]')?.focus();
}
