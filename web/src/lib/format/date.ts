/** A calendar day as the server writes it in ISO form, YYYY-MM-DD. It has no time and no zone. */
export type IsoDate = `${number}-${number}-${number}`;

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const FINNISH = /^(\d{2})\.(\d{2})\.(\d{4})$/;

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // The calendar of Date carries 31.02. over to March, so a day that exists comes back unchanged.
  return (
    year > 0 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  );
}

/** Reads DD.MM.YYYY strictly: two digits, two digits, four digits, and a day that exists. */
export function parseDate(text: string): IsoDate | undefined {
  const [, day = '', month = '', year = ''] = FINNISH.exec(text.trim()) ?? [];
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month}-${day}` as IsoDate;
}

const WITHOUT_ZEROS = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;

/** A day as many people write it, 1.2.2026, in its full form. Any other text is returned as it is. */
export function completeDate(text: string): string {
  const [, day = '', month = '', year = ''] = WITHOUT_ZEROS.exec(text.trim()) ?? [];
  const complete = `${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year}`;
  return parseDate(complete) === undefined ? text : complete;
}

/** YYYY-MM-DD → DD.MM.YYYY. Anything that is not such a day is given back as it came. */
export function formatDate(iso: string): string {
  const [, year = '', month = '', day = ''] = ISO.exec(iso) ?? [];
  return isCalendarDay(Number(year), Number(month), Number(day)) ? `${day}.${month}.${year}` : iso;
}
