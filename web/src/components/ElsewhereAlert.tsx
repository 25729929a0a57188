import { Alert } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Says that something was changed elsewhere while it was open here. */
export function ElsewhereAlert({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert role="alert" color="yellow" icon={<IconVersions aria-hidden="true" />} title={title}>
      {children}
    </Alert>
  );
}
