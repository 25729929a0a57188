const parts = new Intl.DateTimeFormat('fi-FI', {
  timeZone: 'Europe/Helsinki',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant of the server as the clock on a Finnish wall: "15.11.2026 14:32". */
export function formatInstant(iso: string): string {
  const found = Object.fromEntries(
    parts.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
  return `${found['day']}.${found['month']}.${found['year']} ${found['hour']}:${found['minute']}`;
}
