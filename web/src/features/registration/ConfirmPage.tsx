import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { ApiProblem } from '@/api/problem';
import { finishIdentification, forgetBankVisit, type BankAnswer } from '@/api/registration';
import { currentUser, sessionQuery } from '@/api/session';
import { PageLoader } from '@/components/PageLoader';
import { FromMail } from './FromMail';
import { keepRegistering } from './registering';

const route = getRouteApi('/registration/confirm');

/** Where the bank and the mail send a newcomer. */
export function ConfirmPage() {
  const { code, state, error, token } = route.useSearch();
  if (token !== undefined) return <FromMail token={token} />;
  if (state === undefined || (code ?? error) === undefined) {
    return <Navigate to="/register" replace />;
  }
  const answer = { ...(code !== undefined && { code }), ...(error !== undefined && { error }) };
  return <FromBank came={{ state, ...answer }} />;
}

/** The step after the bank. `afresh`: the app is being reloaded. */
type Next = 'terms' | 'account' | 'afresh';

/** Tells the server what the bank answered, and leads on. */
function FromBank({ came }: { came: BankAnswer }) {
  const queryClient = useQueryClient();
  // A query rather than an effect: however often the page is drawn, the code is sent once.
  const { data: next, error } = useQuery({
    queryKey: ['registration', 'confirm', came],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => nextStep(queryClient, came),
  });
  if (error !== null) {
    const reason = error instanceof ApiProblem ? error.errorKey : 'contactAdmin';
    return <Navigate to="/registration/failed" search={{ reason }} replace />;
  }
  if (next === 'terms') return <Navigate to="/registration/eula" replace />;
  if (next === 'account') return <Navigate to="/account" replace />;
  return <PageLoader />;
}

async function nextStep(queryClient: QueryClient, came: BankAnswer): Promise<Next> {
  forgetBankVisit(queryClient);
  const { user, role } = await finishIdentification(came);
  if (role === null) {
    keepRegistering(user);
    return 'terms';
  }
  if (currentUser(queryClient) !== null) {
    // The user may have changed: the app is reloaded, at another address, since the bank's answer is used up.
    window.location.replace('/account');
    return 'afresh';
  }
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  return 'account';
}
