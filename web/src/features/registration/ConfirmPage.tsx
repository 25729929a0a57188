import { Button } from '@mantine/core';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { ApiProblem } from '@/api/problem';
import {
  confirmByMail,
  finishIdentification,
  forgetBankVisit,
  type BankVisit,
} from '@/api/registration';
import { MessagePage } from '@/components/MessagePage';
import { PageLoader } from '@/components/PageLoader';
import { bankAddress } from '@/lib/bankAddress';
import { m } from '@/paraglide/messages';
import { keepRegistering } from './registering';

const route = getRouteApi('/registration/confirm');

type Came = ReturnType<(typeof route)['useSearch']>;

/** What comes after the bank or the link of the mail. */
type Next = 'terms' | 'account' | { readonly visit: BankVisit };

/** Where the bank and the mail send a newcomer: tells the server, and leads on. */
export function ConfirmPage() {
  const came = route.useSearch();
  const queryClient = useQueryClient();
  const { code, state, error: refusal, token } = came;
  const fromBank = state !== undefined && (code ?? refusal) !== undefined;
  const nothing = !fromBank && token === undefined;
  // A query rather than an effect: however often the page is drawn, the code is sent once.
  const { data: next, error } = useQuery({
    queryKey: ['registration', 'confirm', code, state, refusal, token],
    enabled: !nothing,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => nextStep(queryClient, came),
  });

  if (nothing) return <Navigate to="/register" replace />;
  if (error !== null) {
    const reason = error instanceof ApiProblem ? error.errorKey : 'contactAdmin';
    return <Navigate to="/registration/failed" search={{ reason }} replace />;
  }
  if (next === undefined) return <PageLoader />;
  if (next === 'terms') return <Navigate to="/registration/eula" replace />;
  if (next === 'account') return <Navigate to="/account" replace />;
  return (
    <MessagePage title={m.register_confirmed_title()} body={m.register_confirmed_body()}>
      <Button component="a" href={bankAddress(next.visit)} size="lg">
        {m.register_continue()}
      </Button>
    </MessagePage>
  );
}

async function nextStep(
  queryClient: QueryClient,
  { code, state, error, token }: Came,
): Promise<Next> {
  if (token === undefined) {
    forgetBankVisit(queryClient);
    const { user, role } = await finishIdentification(queryClient, {
      state: state ?? '',
      ...(code !== undefined && { code }),
      ...(error !== undefined && { error }),
    });
    if (role !== null) return 'account';
    keepRegistering(user);
    return 'terms';
  }
  const { user, next, endpointUrl, request } = await confirmByMail(token);
  if (next === 'IDENTIFY' && typeof endpointUrl === 'string' && typeof request === 'string') {
    return { visit: { endpointUrl, request } };
  }
  keepRegistering(user);
  return 'terms';
}
