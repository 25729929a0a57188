import { formatCount } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { hoursWorked, isWithoutWorkTime, type DraftWorkTime } from '../draft/workTime';

/** The work time in one line: "16.11.2026 09:00 – 17:30, 8,5 h". */
export function workTimeText(work: DraftWorkTime): string {
  if (isWithoutWorkTime(work)) return '';
  const { workShiftStarted, workShiftStartedTime, workShiftEnded, workShiftEndedTime } = work;
  const sameDay = workShiftStarted === workShiftEnded;
  const end = [...(sameDay ? [] : [workShiftEnded]), workShiftEndedTime].join(' ').trim();
  const hours = hoursWorked(work);
  const times = `${workShiftStarted} ${workShiftStartedTime} – ${end}`.trim();
  return hours === undefined ? times : `${times}, ${m.trips_hours({ hours: formatCount(hours) })}`;
}
