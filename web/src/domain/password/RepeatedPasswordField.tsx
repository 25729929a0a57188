import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { m } from '@/paraglide/messages';

interface Props extends Pick<
  PasswordInputProps,
  'name' | 'onChange' | 'onBlur' | 'error' | 'description'
> {
  label: string;
  value: string;
  autoComplete?: 'new-password' | 'current-password';
}

/** A password that is known already: the current one, or the new one once more. */
export function RepeatedPasswordField({ autoComplete = 'new-password', ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <PasswordInput
      {...input}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      maxLength={256}
      // Unlike the other inputs this one does not say so by itself.
      aria-invalid={input.error !== undefined}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        'aria-label': shown ? m.login_hide_password() : m.login_show_password(),
      }}
    />
  );
}
