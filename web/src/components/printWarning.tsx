import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { unprintableIn } from '@/lib/printable';
import { m } from '@/paraglide/messages';

/** Tells below a field which characters of its text the invoice cannot print; undefined if it prints all. */
export function printWarning(text: string): ReactNode {
  const characters = unprintableIn(text);
  if (characters === '') return undefined;
  return (
    <Text span inherit c="var(--mantine-color-yellow-light-color)" role="status">
      {m.shared_unprintable({ characters })}
    </Text>
  );
}
