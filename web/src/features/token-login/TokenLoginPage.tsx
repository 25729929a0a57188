import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '@/api/problem';
import { takeOver, useTokenLogin, type User } from '@/api/session';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { PageLoader } from '@/components/PageLoader';
import { tellProblem } from '@/components/tellProblem';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/token-login');

/** Where the link of a mail signs in, and opens the invoice that the mail is about. */
export function TokenLoginPage() {
  const { token, id } = route.useSearch();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const login = useTokenLogin();
  const invoice = id === undefined ? undefined : `/invoice?id=${encodeURIComponent(id)}`;
  const leadOn = (user: User) => {
    if (!takeOver(queryClient, user)) window.location.replace(invoice ?? '/');
    else void navigate({ href: invoice ?? '/', replace: true });
  };
  const tellFailure = (error: Error) => {
    if (!isUsedUp(error)) tellProblem(error);
  };
  if (token === undefined || isUsedUp(login.error)) return <NotValid next={invoice} />;
  if (login.isSuccess) return <PageLoader />;
  // A program that looks into mails opens their links too: the token is used up by a person's press.
  return (
    <MessagePage title={m.page_token_login()} body={m.register_token_body()}>
      <Button
        size="lg"
        loading={login.isPending}
        onClick={() => login.mutate(token, { onSuccess: leadOn, onError: tellFailure })}
      >
        {invoice === undefined ? m.register_to_login() : m.register_token_open_invoice()}
      </Button>
    </MessagePage>
  );
}

function isUsedUp(error: Error | null): boolean {
  return error instanceof ApiProblem && error.errorKey === 'LINK_NOT_VALID';
}

function NotValid({ next }: { next: string | undefined }) {
  return (
    <MessagePage title={m.register_token_failed_title()} body={m.register_token_failed_body()}>
      <ButtonLink to="/login" search={next === undefined ? {} : { next }}>
        {m.register_to_login()}
      </ButtonLink>
    </MessagePage>
  );
}
