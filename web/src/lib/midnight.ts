const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Helsinki',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const DAY_S = 24 * 3600;
/** When clocks are changed a day is an hour longer or shorter; within its last hour that is past. */
const LONGEST_LOOK_MS = 3_600_000;

/** Milliseconds after which the day in Finland may be another: until midnight, but an hour at most. */
export function untilNextLook(now_ms: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now_ms).split(':').map(Number);
  const left_s = DAY_S - hours * 3600 - minutes * 60 - seconds;
  return Math.min(left_s * 1000, LONGEST_LOOK_MS);
}
