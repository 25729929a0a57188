import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useForgotPassword } from '@/api/password';
import { ApiProblem } from '@/api/problem';
import { TextLink } from '@/components/links';
import { NarrowPage } from '@/components/NarrowPage';
import { tellProblem } from '@/components/tellProblem';
import { useForm, type FieldErrors } from '@/components/useForm';
import { isEmail } from '@/lib/email';
import { m } from '@/paraglide/messages';

function problemsOf({ email }: { email: string }): FieldErrors {
  if (email.trim() === '') return { email: 'validation.required' };
  return isEmail(email.trim()) ? {} : { email: 'validation.not_an_email' };
}

export function ResetPage() {
  const navigate = useNavigate();
  const { form, fields, input, submit, refuse } = useForm({ email: '' }, problemsOf);
  const forgot = useForgotPassword();
  const send = () => {
    if (forgot.isPending) return;
    forgot.mutate(fields.email.trim(), {
      onSuccess: () => void navigate({ to: '/password/checkemail' }),
      onError: (error) => {
        if (refuse(error)) return;
        // Nothing is known of what was not answered: the address stays, to be sent again.
        if (!(error instanceof ApiProblem) || error.errorKey === 'NETWORK_FAILURE') {
          tellProblem(error);
          return;
        }
        void navigate({ to: '/password/checkemail-failure', search: { reason: error.errorKey } });
      },
    });
  };
  return (
    <NarrowPage title={m.page_password_reset()} intro={m.register_reset_intro()}>
      <form ref={form} onSubmit={submit(send)} noValidate>
        <Stack gap="md">
          <TextInput
            {...input('email')}
            label={m.register_email()}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
            withAsterisk={false}
          />
          <Button type="submit" size="lg" fullWidth loading={forgot.isPending}>
            {m.register_reset_submit()}
          </Button>
        </Stack>
      </form>
      <Text mt="lg" ta="center">
        <TextLink to="/login">{m.register_back_to_login()}</TextLink>
      </Text>
    </NarrowPage>
  );
}
