import '@mantine/dates/styles.css';
import { Indicator, Paper } from '@mantine/core';
import { Calendar, DatesProvider } from '@mantine/dates';
import fi from 'dayjs/locale/fi';
import type { Shift } from '@/api/ownShifts';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import classes from './Shifts.module.css';
import { isFree, longDay } from './words';

interface Props {
  /** 2026-11 */
  month: string;
  shifts: readonly Shift[];
  onMonth: (month: string) => void;
  /** A day was chosen, YYYY-MM-DD. */
  onDay: (day: string) => void;
}

/** The month with a dot on every day that has a shift; a day leads to its shifts. */
export function MonthCalendar({ month, shifts, onMonth, onDay }: Props) {
  const language = useLanguage();
  const of = (day: string) => shifts.filter(({ startDateTime }) => startDateTime.startsWith(day));
  return (
    <Paper withBorder radius="lg" p="md" className={classes.calendar}>
      <DatesProvider
        settings={{
          locale: language === 'fi' ? fi.name : 'en',
          firstDayOfWeek: 1,
          // The red of weekends is too faint to read.
          weekendDays: [],
        }}
      >
        <Calendar
          date={`${month}-01`}
          onDateChange={(day) => onMonth(day.slice(0, 7))}
          hideOutsideDates
          maxLevel="year"
          ariaLabels={{
            previousMonth: m.invoice_previous_month(),
            nextMonth: m.invoice_next_month(),
          }}
          getDayAriaLabel={(day) => {
            const count = of(day).length;
            const name = longDay(day, language);
            return count === 0 ? name : m.shifts_day_with({ day: name, count });
          }}
          getDayProps={(day) => ({ onClick: () => onDay(day) })}
          renderDay={(day) => {
            const ofDay = of(day);
            const number = Number(day.slice(8, 10));
            return (
              <Indicator
                disabled={ofDay.length === 0}
                color={ofDay.some(isFree) ? 'petrol' : 'gray'}
                size={7}
                offset={-2}
              >
                <div>{number}</div>
              </Indicator>
            );
          }}
        />
      </DatesProvider>
    </Paper>
  );
}
