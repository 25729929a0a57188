import { Button, Paper, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState, type ComponentProps } from 'react';
import { appInfoQuery } from '@/api/app';
import { ApiProblem } from '@/api/problem';
import { useAcceptTerms, type RegisteringUser } from '@/api/registration';
import { sessionQuery } from '@/api/session';
import { LegalText } from '@/domain/legal/LegalText';
import { terms } from '@/domain/legal/terms';
import { TextLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { RepeatedPasswordField } from '@/domain/password/RepeatedPasswordField';
import { DURATION_MS, notifyText } from '@/lib/notify/notify';
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
  const queryClient = useQueryClient();
  const { mutate, isPending } = useAcceptTerms();
  /** The bank has identified the newcomer, whom the server may sign in with the new account at once. */
  const isSignedIn = async () => {
    try {
      return (await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })) !== null;
    } catch {
      return false;
    }
  };
  const arrive = async (codeUsedUp: boolean) => {
    if (await isSignedIn()) {
      if (codeUsedUp) notifyText('warning', m.register_promo_used(), DURATION_MS.veryLong);
      await navigate({ to: '/' });
    } else {
      const search = codeUsedUp ? ({ promo: 'used' } as const) : {};
      await navigate({ to: '/registration/success', search });
    }
  };
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
          void arrive(promoCodeApplied === false);
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
