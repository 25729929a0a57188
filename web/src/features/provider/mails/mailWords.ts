import type { MailKind, MailReason, MailState } from '@/api/mails';
import { m } from '@/paraglide/messages';

export const KINDS: Readonly<Record<MailKind, () => string>> = {
  INVOICE: m.providermails_kind_invoice,
  REMINDER: m.providermails_kind_reminder,
  NEWS: m.providermails_kind_news,
  REGISTRATION: m.providermails_kind_registration,
  PASSWORD: m.providermails_kind_password,
  EMAIL_ADDRESS: m.providermails_kind_email_address,
  ACCOUNT: m.providermails_kind_account,
  INVITATION: m.providermails_kind_invitation,
  OTHER: m.providermails_kind_other,
};

/** Why a mail was not sent, and what helps. */
export const REASONS: Readonly<Record<MailReason, () => string>> = {
  ADDRESS_REFUSED: m.providermails_reason_address_refused,
  REFUSED: m.providermails_reason_refused,
  LATER: m.providermails_reason_later,
  UNREACHABLE: m.providermails_reason_unreachable,
  NO_ANSWER: m.providermails_reason_no_answer,
  STOPPED: m.providermails_reason_stopped,
  LINK_GONE: m.providermails_reason_link_gone,
  NOT_MADE: m.providermails_reason_not_made,
};

interface StateTexts {
  readonly name: () => string;
  readonly empty: () => string;
}

export const STATES: Readonly<Record<MailState, StateTexts>> = {
  FAILED: { name: m.providermails_failed, empty: m.providermails_failed_empty },
  UNSURE: { name: m.providermails_unsure, empty: m.providermails_unsure_empty },
  QUEUED: { name: m.providermails_queued, empty: m.providermails_queued_empty },
  SENDING: { name: m.providermails_sending, empty: m.providermails_sending_empty },
  SENT: { name: m.providermails_sent, empty: m.providermails_sent_empty },
};
