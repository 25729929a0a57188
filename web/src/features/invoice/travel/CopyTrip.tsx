import { Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { BarredButton } from '@/components/BarredButton';
import { firstOfMonth } from '@/lib/calendar';
import { completeDate, parseDate } from '@/lib/format/date';
import { notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { withTripCopied } from '../draft/edits';
import { MOST_ROWS, withinMonth } from '../draft/rows';
import { useDraft, useEditor } from '../editor';

/** Copies the trip to a row of its own on another day of the same month. */
export function CopyTrip({ row }: { row: DraftRow }) {
  const { engine } = useEditor();
  const full = useDraft(({ rows }) => rows.length >= MOST_ROWS);
  const [day, setDay] = useState(withinMonth(row.date, 1) ?? '');
  const [typing, setTyping] = useState(false);
  const error = problemOf(row.date, day);
  const copy = () => {
    const id = crypto.randomUUID();
    flushSync(() =>
      engine.edit((draft) => withTripCopied(draft, row.id, id, completeDate(day)), 'billableitems'),
    );
    engine.save();
    notifyText('success', m.trips_copied({ day: completeDate(day) }));
    setDay(withinMonth(completeDate(day), 1) ?? '');
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={m.trips_copy()}>
      <Stack gap="sm">
        <Text size="sm">{m.trips_copy_help()}</Text>
        <Group align="flex-end">
          <TextInput
            label={m.trips_copy_day()}
            placeholder={m.invoice_date_form()}
            inputMode="decimal"
            autoComplete="off"
            value={day}
            error={typing ? undefined : error}
            onChange={({ currentTarget: { value } }) => {
              setTyping(true);
              setDay(value);
            }}
            onBlur={() => {
              setTyping(false);
              setDay(completeDate(day));
            }}
          />
          <BarredButton
            variant="light"
            reason={full ? m.invoice_rows_full({ most: MOST_ROWS }) : error}
            onClick={copy}
          >
            {m.trips_copy_do()}
          </BarredButton>
        </Group>
      </Stack>
    </Paper>
  );
}

/** A copy stays in the month of the bill, and is on another day than its original. */
function problemOf(date: string, typed: string): string | undefined {
  const day = completeDate(typed);
  if (parseDate(day) === undefined) return textOf('validation.invalidDate');
  if (day === date) return m.trips_copy_same_day();
  return firstOfMonth(day) === firstOfMonth(date) ? undefined : textOf('ROWS_NOT_IN_SAME_MONTH');
}
