import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useCloseBooks } from '@/api/ledger';
import { tellProblem } from '@/components/tellProblem';
import { parseDate } from '@/lib/format/date';
import { notifyText } from '@/lib/notify/notify';
import { daysOf, type Period } from '@/lib/period';
import { m } from '@/paraglide/messages';

interface Props {
  period: Period;
  /** YYYY-MM-DD */
  today: string;
  /** The last closed day, DD.MM.YYYY. */
  closedUntil: string | null;
}

/** Whether a period is closed; one that is over can be closed here. */
export function BooksStatus({ period, today, closedUntil }: Props) {
  const closing = useCloseBooks();
  const { until } = daysOf(period);
  const last = parseDate(until) ?? '';
  const closed = (closedUntil === null ? undefined : parseDate(closedUntil)) ?? '';
  const close = () =>
    closing.mutate(until, {
      onSuccess: () => notifyText('success', m.providerpayroll_closed_done({ date: until })),
      onError: tellProblem,
    });
  const isClosed = last <= closed;
  return (
    <Group justify="space-between" gap="sm">
      <Group gap={6} wrap="nowrap">
        {isClosed ? (
          <IconLock size={20} aria-hidden="true" />
        ) : (
          <IconLockOpen size={20} aria-hidden="true" />
        )}
        <Text>{statusText(isClosed, closedUntil)}</Text>
      </Group>
      {!isClosed && last < today && (
        <Button
          size="sm"
          variant="default"
          loading={closing.isPending}
          onClick={() => ask(until, close)}
        >
          {m.providerpayroll_close_books({ date: until })}
        </Button>
      )}
    </Group>
  );
}

function statusText(isClosed: boolean, closedUntil: string | null): string {
  if (closedUntil === null) return m.providerpayroll_books_open();
  return isClosed
    ? m.providerpayroll_books_closed({ date: closedUntil })
    : m.providerpayroll_books_open_since({ date: closedUntil });
}

function ask(date: string, close: () => void) {
  modals.openConfirmModal({
    title: m.providerpayroll_close_title(),
    children: <Text>{m.providerpayroll_close_body({ date })}</Text>,
    labels: { confirm: m.providerpayroll_close_confirm(), cancel: m.dialog_cancel() },
    confirmProps: { color: 'red' },
    onConfirm: close,
  });
}
