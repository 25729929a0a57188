import { PasswordInput, Progress, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { passwordStrength, type PasswordStrength } from '@/lib/passwordStrength';
import { m } from '@/paraglide/messages';

interface Props extends Pick<PasswordInputProps, 'name' | 'onChange' | 'onBlur' | 'error'> {
  label: string;
  value: string;
  /** The user's address, which makes a weak password. */
  email?: string | undefined;
}

const NAMES: Record<PasswordStrength, () => string> = {
  0: m.register_strength_none,
  1: m.register_strength_weak,
  2: m.register_strength_fair,
  3: m.register_strength_good,
  4: m.register_strength_strong,
};

const COLOURS = { 0: 'gray', 1: 'red', 2: 'yellow', 3: 'petrol', 4: 'green' } as const;

/** A password that is being chosen, with how hard it would be to guess. */
export function NewPasswordField({ email, ...input }: Props) {
  const [shown, setShown] = useState(false);
  const strength = passwordStrength(input.value, email);
  return (
    <div>
      <PasswordInput
        {...input}
        autoComplete="new-password"
        required
        withAsterisk={false}
        maxLength={256}
        description={NAMES[strength]()}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        // Unlike the other inputs this one does not say so by itself.
        aria-invalid={input.error !== undefined}
        visible={shown}
        onVisibilityChange={setShown}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{
          'aria-label': shown ? m.login_hide_password() : m.login_show_password(),
        }}
      />
      <Progress value={strength * 25} color={COLOURS[strength]} size="sm" mt={8} aria-hidden />
    </div>
  );
}
