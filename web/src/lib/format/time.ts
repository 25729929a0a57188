import { formatInstant } from './instant';

/** The time of day of an instant on a Finnish wall: "14:32". */
export function formatTime(iso: string): string {
  return formatInstant(iso).slice(-5);
}
