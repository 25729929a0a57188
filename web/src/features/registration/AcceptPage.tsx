import { Button, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState, type ComponentProps } from 'react';
import { appInfoQuery } from '@/api/app';
import { ApiProblem } from '@/api/problem';
import { useAcceptTerms, type RegisteringUser } from '@/api/registration';
import { LegalText } from '@/domain/legal/LegalText';
import { terms } from '@/domain/legal/terms';
import { TextLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { RepeatedPasswordField } from '@/domain/password/RepeatedPasswordField';
import { m } from '@/paraglide/messages';
import { forgetRegistering, readRegistering } from './registering';

export function AcceptPage() {
  const [user] = useState(readRegistering);
  const app = useQuery(appInfoQuery);
  if (user === undefined) return <Navigate to="/registration/failed" replace />;
  if (app.isError) return <LoadFailure error={app.error} retry={() => void app.refetch()} />;
  if (app.data === undefined) return <PageLoader />;
  return <Terms user={user} version={app.data.termsVersion} />;
}

function Terms({ user, version }: { user: RegisteringUser; version: string }) {
  const { form, submit, password, isPending } = useAccepting(user, version);
  const button = (
    <Button type="submit" size="lg" loading={isPending}>
      {m.register_accept()}
    </Button>
  );
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="lg" align="flex-start" maw={760}>
        <PageTitle>{m.page_registration_eula()}</PageTitle>
        <Text>
          {name === ''
            ? m.register_accept_as_email({ email: user.email })
            : m.register_accept_as({ name, email: user.email })}
        </Text>
        {user.passwordNeeded && <PasswordAgain input={password} />}
        {button}
        <LegalText sections={terms()} version={version} />
        {button}
      </Stack>
    </form>
  );
}

/** After these the terms cannot be accepted, however often it is tried. */
const LOST = new Set(['REGISTRATION_GONE', 'USER_ALREADY_REGISTERED', 'IDENTIFICATION_FAILED']);

/** Accepts the terms that are shown, and leads to where the answer says. */
function useAccepting(user: RegisteringUser, termsVersion: string) {
  const navigate = useNavigate();
  const { mutate, isPending } = useAcceptTerms();
  const { form, fields, input, submit, refuse } = useForm({ password: '' }, ({ password }) =>
    user.passwordNeeded && password === '' ? { password: 'validation.required' } : {},
  );
  const accept = () => {
    if (isPending) return;
    mutate(
      {
        user: { email: user.email },
        termsVersion,
        ...(user.passwordNeeded && { password: fields.password }),
      },
      {
        onSuccess: ({ promoCodeApplied }) => {
          forgetRegistering();
          void navigate({
            to: '/registration/success',
            search: promoCodeApplied === false ? { promo: 'used' } : {},
          });
        },
        onError: (error) => {
          const reason = error instanceof ApiProblem ? error.errorKey : undefined;
          if (reason !== undefined && LOST.has(reason)) {
            void navigate({ to: '/registration/failed', search: { reason } });
          } else refuseOrNotify({ refuse })(error);
        },
      },
    );
  };
  return { form, submit: submit(accept), password: input('password'), isPending };
}

interface PasswordProps {
  input: Omit<ComponentProps<typeof RepeatedPasswordField>, 'label' | 'autoComplete'>;
}

/** In another browser someone else may have filled in the form, so the password is asked again. */
function PasswordAgain({ input }: PasswordProps) {
  return (
    <Paper withBorder radius="lg" p="lg" w="100%">
      <Text mb="sm">
        {m.register_other_browser()}{' '}
        <TextLink to="/register" underline="always">
          {m.register_again()}
        </TextLink>
      </Text>
      <RepeatedPasswordField
        {...input}
        label={m.register_password()}
        autoComplete="current-password"
      />
    </Paper>
  );
}
