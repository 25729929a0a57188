import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { appInfoQuery } from '@/api/app';
import { ApiProblem } from '@/api/problem';
import { useAcceptTerms, type RegisteringUser } from '@/api/registration';
import { LegalText } from '@/components/legal/LegalText';
import { terms } from '@/components/legal/terms';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { tellProblem } from '@/components/tellProblem';
import { m } from '@/paraglide/messages';
import { forgetRegistering, readRegistering } from './registering';

/** After these the terms cannot be accepted, however often it is tried. */
const LOST = new Set(['REGISTRATION_GONE', 'USER_ALREADY_REGISTERED', 'IDENTIFICATION_FAILED']);

export function AcceptPage() {
  const [user] = useState(readRegistering);
  const app = useQuery(appInfoQuery);
  if (user === undefined) return <Navigate to="/registration/failed" replace />;
  if (app.isError) return <LoadFailure error={app.error} retry={() => void app.refetch()} />;
  if (app.data === undefined) return <PageLoader />;
  return <Terms user={user} version={app.data.termsVersion} />;
}

function Terms({ user, version }: { user: RegisteringUser; version: string }) {
  const { accept, isPending } = useAccepting(user, version);
  const button = (
    <Button size="lg" onClick={accept} loading={isPending}>
      {m.register_accept()}
    </Button>
  );
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Stack gap="lg" align="flex-start" maw={760}>
      <PageTitle>{m.page_registration_eula()}</PageTitle>
      <Text>
        {name === ''
          ? m.register_accept_as_email({ email: user.email })
          : m.register_accept_as({ name, email: user.email })}
      </Text>
      {button}
      <LegalText sections={terms()} version={version} />
      {button}
    </Stack>
  );
}

/** Accepts the terms that are shown, and leads to where the answer says. */
function useAccepting(user: RegisteringUser, termsVersion: string) {
  const navigate = useNavigate();
  const { mutate, isPending } = useAcceptTerms();
  const accept = () => {
    if (isPending) return;
    mutate(
      { user: { email: user.email }, termsVersion },
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
          } else tellProblem(error);
        },
      },
    );
  };
  return { accept, isPending };
}
