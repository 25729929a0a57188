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

export function focusPageTitle() {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus();
}
