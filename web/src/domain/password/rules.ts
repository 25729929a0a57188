import type { FieldErrors } from '@/components/useForm';
import { newPasswordProblem } from '@/lib/newPassword';

export const NO_PASSWORDS = { password: '', again: '' };

/** A new password is typed twice, alike. */
export function problemsOfNewPassword({ password, again }: typeof NO_PASSWORDS): FieldErrors {
  const problem = newPasswordProblem(password);
  const repeated =
    again === ''
      ? 'validation.required'
      : again === password
        ? undefined
        : 'account.passwords-do-not-match';
  return {
    ...(problem !== undefined && { password: problem }),
    ...(repeated !== undefined && { again: repeated }),
  };
}
