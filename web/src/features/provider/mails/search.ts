import type { MailState } from '@/api/mails';
import { oneOf, searchReader } from '@/lib/search';

/** The states of mails, with those that need a decision first. */
export const MAIL_STATES = [
  'FAILED',
  'UNSURE',
  'QUEUED',
  'SENDING',
  'SENT',
] as const satisfies MailState[];

/** Without a state the page begins at the first one that needs a decision. */
export const readMailsSearch = searchReader({ state: oneOf(...MAIL_STATES) });
