import type { MailState } from '@/api/mails';
import { choice, searchReader } from '@/lib/search';

/** The states of mails, with those that need a decision first. */
export const MAIL_STATES = [
  'FAILED',
  'UNSURE',
  'QUEUED',
  'SENDING',
  'SENT',
] as const satisfies MailState[];

export const readMailsSearch = searchReader({ state: choice(MAIL_STATES) });
