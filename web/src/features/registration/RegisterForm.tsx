import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useVisit } from '@/api/visit';
import { useNavigation } from '@/components/navigation';
import { tellProblemFor } from '@/components/tellProblem';
import { useForm, type FieldErrors } from '@/components/useForm';
import { NewPasswordField } from '@/domain/password/NewPasswordField';
import { isEmail } from '@/lib/email';
import { useLanguage } from '@/lib/language';
import { newPasswordProblem } from '@/lib/newPassword';
import { DURATION_MS } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import classes from './RegisterForm.module.css';

const EMPTY_FORM = {
  email: '',
  phone: '',
  address: '',
  postalcode: '',
  password: '',
  promoCode: '',
};

type RegisterFields = Readonly<typeof EMPTY_FORM>;

const REQUIRED = ['email', 'phone', 'address', 'postalcode'] as const;

/** What is wrong with the form of a newcomer, by field. */
function problemsOf(fields: RegisterFields): FieldErrors {
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

export function RegisterForm() {
  const language = useLanguage();
  const { go } = useNavigation();
  const { form, fields, input, submit, refuse } = useForm<RegisterFields>(EMPTY_FORM, problemsOf);
  const { register } = useVisit();
  const [isPending, setPending] = useState(false);

  const send = async () => {
    setPending(true);
    try {
      await register({ ...fields, language });
      go('/register-started');
    } catch (error) {
      if (!refuse(error)) tellProblemFor(DURATION_MS.veryLong, error);
    } finally {
      setPending(false);
    }
  };

  return (
    <form
      ref={form}
      onSubmit={submit(() => {
        if (!isPending) void send();
      })}
      noValidate
    >
      <Stack gap="md">
        <TextInput
          {...input('email')}
          label={m.register_email()}
          description={m.register_email_help()}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
          withAsterisk={false}
        />
        <TextInput
          {...input('phone')}
          label={m.register_phone()}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          required
          withAsterisk={false}
        />
        <HomeFields input={input} />
        <NewPasswordField
          {...input('password')}
          label={m.register_password()}
          email={fields.email}
        />
        <TextInput
          {...input('promoCode')}
          label={m.register_promo_code()}
          description={m.register_promo_code_help()}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={30}
        />
        <Button type="submit" size="lg" fullWidth loading={isPending}>
          {m.register_submit()}
        </Button>
      </Stack>
    </form>
  );
}

interface HomeProps {
  input: ReturnType<typeof useForm<RegisterFields>>['input'];
}

function HomeFields({ input }: HomeProps) {
  return (
    <div className={classes.home}>
      <TextInput
        {...input('address')}
        label={m.register_address()}
        autoComplete="address-line1"
        maxLength={200}
        required
        withAsterisk={false}
      />
      <TextInput
        {...input('postalcode')}
        label={m.register_postal_code()}
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
        required
        withAsterisk={false}
      />
    </div>
  );
}
