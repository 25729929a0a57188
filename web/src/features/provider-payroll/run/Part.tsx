import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a salary under its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}
