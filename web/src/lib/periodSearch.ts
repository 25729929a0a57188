/** A period as it stands in an address: 2026-11, 2026-q4 or 2026. */
export const PERIOD = /^(\d{4})(?:-q([1-4])|-(0[1-9]|1[0-2]))?$/;

export interface PeriodSearch {
  period?: string;
}

/** Reads a period from the address bar. What it means is in ./period.ts, which few visitors need. */
export function readPeriodSearch({ period }: Record<string, unknown>): PeriodSearch {
  return typeof period === 'string' && PERIOD.test(period) ? { period } : {};
}
