import { m } from '@/paraglide/messages';

/** First or second: there is no third. */
export function reminderName(number: number): string {
  return number === 1 ? m.providermoney_reminder_first() : m.providermoney_reminder_second();
}
