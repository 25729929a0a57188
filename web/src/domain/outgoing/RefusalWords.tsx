import { Text } from '@mantine/core';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';

interface Props {
  /** Who says that the bank did not pay, while nobody has confirmed it. */
  by: string | null;
  at: string | null;
  note: string;
}

/** What is said of the bank, and why. */
export function RefusalWords({ by, at, note }: Props) {
  return (
    <>
      {by !== null && at !== null && (
        <Text size="xs">
          {m.providerpayroll_remit_refusal_waits({ by, at: formatInstant(at) })}
        </Text>
      )}
      {note !== '' && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}
