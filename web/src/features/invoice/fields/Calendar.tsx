import '@mantine/dates/styles.css';
import {
  autoUpdate,
  flip,
  FloatingFocusManager,
  offset,
  shift,
  useDismiss,
  useFloating,
  useInteractions,
  useRole,
} from '@floating-ui/react';
import { Paper, Portal } from '@mantine/core';
import { DatePicker, DatesProvider } from '@mantine/dates';
import fi from 'dayjs/locale/fi';
import { useState } from 'react';
import { formatDate, parseDate } from '@/lib/format/date';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import classes from './Calendar.module.css';

interface Props {
  label: string;
  anchor: HTMLElement | null;
  value: string;
  today: string;
  onPick: (day: string) => void;
  onClose: () => void;
}

/** A month to pick a day from, beside the field it is for. */
export function Calendar({ label, anchor, value, today, onPick, onClose }: Props) {
  const language = useLanguage();
  const [floating, setFloating] = useState<HTMLElement | null>(null);
  const { floatingStyles, context } = useFloating({
    elements: { reference: anchor, floating },
    open: true,
    onOpenChange: (open) => {
      if (!open) onClose();
    },
    placement: 'bottom-start',
    strategy: 'fixed',
    whileElementsMounted: autoUpdate,
    middleware: [offset(6), flip({ padding: 12 }), shift({ padding: 12 })],
  });
  const { getFloatingProps } = useInteractions([
    useDismiss(context),
    useRole(context, { role: 'dialog' }),
  ]);
  const chosen = parseDate(value);
  return (
    <Portal>
      <FloatingFocusManager context={context} modal={false}>
        <Paper
          ref={setFloating}
          withBorder
          shadow="md"
          p="sm"
          className={classes.calendar}
          style={floatingStyles}
          aria-label={label}
          {...getFloatingProps()}
        >
          <DatesProvider
            settings={{ locale: language === 'fi' ? fi.name : 'en', firstDayOfWeek: 1 }}
          >
            <DatePicker
              value={chosen ?? null}
              defaultDate={chosen ?? parseDate(today) ?? today}
              ariaLabels={{
                previousMonth: m.invoice_previous_month(),
                nextMonth: m.invoice_next_month(),
              }}
              onChange={(day) => {
                if (day !== null) onPick(formatDate(day));
                else onClose();
              }}
            />
          </DatesProvider>
        </Paper>
      </FloatingFocusManager>
    </Portal>
  );
}
