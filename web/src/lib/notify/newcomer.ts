import { m } from '@/paraglide/messages';
import { registerTexts } from './text';

/** What may be wrong with the form of a newcomer. */
export const NEWCOMER = {
  USER_ALREADY_REGISTERED: m.notify_user_already_registered,
  'validation.passwordMustBe6Characters': m.notify_password_too_short,
  'validation.passwordTooCommon': m.notify_password_too_common,
  PROMO_CODE_INVALID: m.notify_promo_code_invalid,
} as const satisfies Record<string, () => string>;

/** Registers the error texts of the register form. */
export function registerNewcomerTexts(): void {
  registerTexts(NEWCOMER);
}
