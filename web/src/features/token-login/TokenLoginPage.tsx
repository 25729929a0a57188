import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { logInByToken } from '@/api/session';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { PageLoader } from '@/components/PageLoader';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/token-login');

/** Where the link of a mail signs in, and opens the invoice that the mail is about. */
export function TokenLoginPage() {
  const { token, id } = route.useSearch();
  const queryClient = useQueryClient();
  // A query rather than an effect: however often the page is drawn, the token is used once.
  const { isSuccess, isError } = useQuery({
    queryKey: ['token-login', token],
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => logInByToken(queryClient, token ?? ''),
  });
  if (isSuccess) {
    return id === undefined ? (
      <Navigate to="/" replace />
    ) : (
      <Navigate to="/invoice" search={{ id }} replace />
    );
  }
  if (token !== undefined && !isError) return <PageLoader />;
  return (
    <MessagePage title={m.register_token_failed_title()} body={m.register_token_failed_body()}>
      <ButtonLink
        to="/login"
        search={id === undefined ? {} : { next: `/invoice?id=${encodeURIComponent(id)}` }}
      >
        {m.register_to_login()}
      </ButtonLink>
    </MessagePage>
  );
}
