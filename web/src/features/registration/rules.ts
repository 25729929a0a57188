import type { FieldKeys } from '@/components/useFaults';
import { isEmail } from '@/lib/email';
import { newPasswordProblem } from '@/lib/newPassword';

export const EMPTY_FORM = {
  email: '',
  phone: '',
  address: '',
  postalcode: '',
  password: '',
  promoCode: '',
};

export type RegisterFields = Readonly<typeof EMPTY_FORM>;

const REQUIRED = ['email', 'phone', 'address', 'postalcode'] as const;

/** What is wrong with the form of a newcomer, by field. */
export function problemsOf(fields: RegisterFields): FieldKeys {
  const found: Record<string, string> = {};
  for (const name of REQUIRED) {
    if (fields[name].trim() === '') found[name] = 'validation.required';
  }
  if (found['email'] === undefined && !isEmail(fields.email.trim())) {
    found['email'] = 'validation.not_an_email';
  }
  const password = newPasswordProblem(fields.password);
  return password === undefined ? found : { ...found, password };
}
