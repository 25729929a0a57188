import type { ComponentProps } from 'react';
import { RepeatedPasswordField } from '@/domain/password/RepeatedPasswordField';
import { m } from '@/paraglide/messages';

interface Props extends Omit<
  ComponentProps<typeof RepeatedPasswordField>,
  'label' | 'autoComplete'
> {
  email: string;
}

/** The password of the account, asked again where being signed in is not enough. */
export function CurrentPasswordField({ email, ...input }: Props) {
  return (
    <>
      {/* Programs that keep passwords learn from this whose they are. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <RepeatedPasswordField
        {...input}
        label={m.account_current_password()}
        autoComplete="current-password"
      />
    </>
  );
}
