import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { changePassword } from '@/api/password';
import { ApiProblem } from '@/api/problem';
import { PageLoader } from '@/components/PageLoader';

const route = getRouteApi('/password/success');

/** Where the bank returns a user who changes a password. */
export function FinishPage() {
  const { code, state, error: refusal } = route.useSearch();
  // A query rather than an effect: however often the page is drawn, the code is sent once.
  const { isSuccess, error } = useQuery({
    queryKey: ['password', 'finish', code, state, refusal],
    enabled: state !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () =>
      changePassword({
        ...(code !== undefined && { code }),
        ...(state !== undefined && { state }),
        ...(refusal !== undefined && { error: refusal }),
      }),
  });
  if (state === undefined) return <Navigate to="/password/reset" replace />;
  if (error !== null) {
    const search = error instanceof ApiProblem ? { reason: error.errorKey } : {};
    return <Navigate to="/password/changed-failure" search={search} replace />;
  }
  return isSuccess ? <Navigate to="/password/changed" replace /> : <PageLoader />;
}
