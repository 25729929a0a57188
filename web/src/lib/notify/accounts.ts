import { m } from '@/paraglide/messages';
import { NEWCOMER } from './newcomer';
import { registerTexts } from './text';

const ACCOUNTS = {
  ...NEWCOMER,
  AUTHENTICATION_FAILED: m.notify_authentication_failed,
  'account.incorrect-password': m.notify_incorrect_password,
  'account.password-missing': m.notify_password_missing,
  ACCOUNT_NOT_RESTORED: m.notify_account_not_restored,
  UPDATE_PERSON_SUCCESS: m.notify_update_person_success,
  'account.passwords-do-not-match': m.notify_passwords_do_not_match,
  'account.name-from-bank': m.notify_name_from_bank,
  'account.not-password-of-form': m.notify_not_password_of_form,
  TOO_YOUNG: m.notify_too_young,
  IDENTIFICATION_CANCELLED: m.notify_identification_cancelled,
  IDENTIFICATION_FAILED: m.notify_identification_failed,
  IDENTIFICATION_WITHOUT_PERSONAL_ID: m.notify_identification_without_id,
  IDENTIFICATION_EXPIRED: m.notify_identification_expired,
  LOGIN_NOT_IDENTIFIED: m.notify_login_not_identified,
  REGISTRATION_GONE: m.notify_registration_gone,
  TERMS_CHANGED: m.notify_terms_changed,
  LINK_NOT_VALID: m.notify_link_not_valid,
  ACCOUNT_NOT_SETTLED: m.notify_account_not_settled,
  DELETION_NOT_REQUESTED: m.notify_deletion_not_requested,
} as const satisfies Record<string, () => string>;

/** Registers the error texts of registration, identification and the account page. */
export function registerAccountTexts(): void {
  registerTexts(ACCOUNTS);
}
