import { Button, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { appInfoQuery } from '@/api/app';
import type { RegisteringUser } from '@/api/registration';
import { LegalText } from '@/components/legal/LegalText';
import { terms } from '@/components/legal/terms';
import { TextLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { RepeatedPasswordField } from '@/components/password/RepeatedPasswordField';
import { m } from '@/paraglide/messages';
import { readRegistering } from './registering';
import { useAccepting } from './useAccepting';

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

interface PasswordProps {
  input: ReturnType<typeof useAccepting>['password'];
}

/** In another browser the form may have been filled in by somebody else, who would know the password. */
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
