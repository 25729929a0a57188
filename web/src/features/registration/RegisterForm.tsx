import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '@/api/problem';
import { useStartRegistration } from '@/api/registration';
import { NewPasswordField } from '@/components/password/NewPasswordField';
import { tellProblemFor } from '@/components/tellProblem';
import { useCheckedForm } from '@/components/useCheckedForm';
import { useLanguage } from '@/lib/language';
import { DURATION_MS } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { EMPTY_FORM, problemsOf, type RegisterFields } from './rules';

export function RegisterForm() {
  const language = useLanguage();
  const navigate = useNavigate();
  const { form, fields, input, submit, refuse } = useCheckedForm<RegisterFields>(
    EMPTY_FORM,
    problemsOf,
  );
  const start = useStartRegistration();

  const send = () => {
    if (start.isPending) return;
    start.mutate(
      { ...fields, language },
      {
        onSuccess: () => void navigate({ to: '/register-started' }),
        onError: (error) => {
          if (error instanceof ApiProblem && error.fields.length > 0) refuse(error);
          else tellProblemFor(DURATION_MS.veryLong, error);
        },
      },
    );
  };

  return (
    <form ref={form} onSubmit={submit(send)} noValidate>
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
        <Button type="submit" size="lg" fullWidth loading={start.isPending}>
          {m.register_submit()}
        </Button>
      </Stack>
    </form>
  );
}

interface HomeProps {
  input: ReturnType<typeof useCheckedForm<RegisterFields>>['input'];
}

function HomeFields({ input }: HomeProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
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
    </SimpleGrid>
  );
}
