import type { Row, RowBody } from '@/api/bills';
import { daysAfter, daysBetween } from '@/lib/calendar';
import { parseDate } from '@/lib/format/date';
import { hoursOf, minutesBetween, timeIn } from './times';

/** From when until when the work of a row was done, as typed. Names are those of the row on the wire. */
export interface DraftWorkTime {
  readonly workShiftStarted: string;
  readonly workShiftStartedTime: string;
  readonly workShiftEnded: string;
  readonly workShiftEndedTime: string;
}

export type WorkTimeField = keyof DraftWorkTime;

export const NO_WORK_TIME: DraftWorkTime = {
  workShiftStarted: '',
  workShiftStartedTime: '',
  workShiftEnded: '',
  workShiftEndedTime: '',
};

export const WORK_TIME_FIELDS = Object.keys(NO_WORK_TIME) as readonly WorkTimeField[];

export function workTimeOf(row: Partial<Pick<Row, WorkTimeField>>): DraftWorkTime {
  return {
    workShiftStarted: row.workShiftStarted ?? '',
    workShiftStartedTime: row.workShiftStartedTime ?? '',
    workShiftEnded: row.workShiftEnded ?? '',
    workShiftEndedTime: row.workShiftEndedTime ?? '',
  };
}

type Unreadable = 'validation.invalidDate' | 'validation.invalidTime';

const KINDS: readonly [WorkTimeField, (text: string) => unknown, Unreadable][] = [
  ['workShiftStarted', parseDate, 'validation.invalidDate'],
  ['workShiftStartedTime', timeIn, 'validation.invalidTime'],
  ['workShiftEnded', parseDate, 'validation.invalidDate'],
  ['workShiftEndedTime', timeIn, 'validation.invalidTime'],
];

/** What is sent of the work time; `unread` decides what becomes of a text that cannot be read. */
export function workTimeBodyOf(
  work: DraftWorkTime,
  unread: (text: string) => string | null,
): Pick<RowBody, WorkTimeField> {
  const given = KINDS.map(([field, read]) => {
    const text = work[field].trim();
    if (text === '') return [field, null];
    return [field, read(text) === undefined ? unread(text) : text];
  });
  return Object.fromEntries(given) as Pick<RowBody, WorkTimeField>;
}

/** Which fields cannot be read at all, by name. */
export function unreadableOfWorkTime(work: DraftWorkTime): [WorkTimeField, Unreadable][] {
  return KINDS.filter(
    ([field, read]) => work[field].trim() !== '' && read(work[field]) === undefined,
  ).map(([field, , key]) => [field, key]);
}

export function isWithoutWorkTime(work: DraftWorkTime): boolean {
  return WORK_TIME_FIELDS.every((field) => work[field].trim() === '');
}

/** The minutes worked; undefined while one of the four fields is not known. */
export function workMinutes(work: DraftWorkTime): number | undefined {
  return minutesBetween(
    { date: work.workShiftStarted, time: work.workShiftStartedTime },
    { date: work.workShiftEnded, time: work.workShiftEndedTime },
  );
}

/** The hours worked, to two decimals; undefined while they are not known or below zero. */
export function hoursWorked(work: DraftWorkTime): `${number}` | undefined {
  const minutes = workMinutes(work);
  return minutes === undefined || minutes < 0 ? undefined : hoursOf(minutes);
}

const USUAL_TIME = '09:00';

/** What the dialog of a row without work time begins with. When the work ended is never guessed. */
export function beginningOfWork(date: string): DraftWorkTime {
  return {
    workShiftStarted: date,
    workShiftStartedTime: USUAL_TIME,
    workShiftEnded: date,
    workShiftEndedTime: '',
  };
}

/** Work that began on another day; it ended so many days after it as before. */
export function withStartDay(
  work: DraftWorkTime,
  workShiftStarted: string,
  days: number | undefined = daysBetween(work.workShiftStarted, work.workShiftEnded),
): DraftWorkTime {
  const ended = days === undefined ? undefined : daysAfter(workShiftStarted, days);
  return { ...work, workShiftStarted, workShiftEnded: ended ?? work.workShiftEnded };
}
