import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '@/api/problem';
import { takeOver, useTokenLogin, type User } from '@/api/session';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { PageLoader } from '@/components/PageLoader';
import { tellProblem } from '@/components/tellProblem';
import { leaveFor } from '@/lib/reload';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/token-login');

/** Where the link of a mail signs in, and opens what the mail is about. */
export function TokenLoginPage() {
  const search = route.useSearch();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const login = useTokenLogin();
  const { token } = search;
  const subject = subjectOf(search);
  const leadOn = (user: User) => {
    if (!takeOver(queryClient, user)) leaveFor(subject?.path ?? '/');
    else void navigate({ href: subject?.path ?? '/', replace: true });
  };
  const tellFailure = (error: Error) => {
    if (!isUsedUp(error)) tellProblem(error);
  };
  if (token === undefined || isUsedUp(login.error)) return <NotValid next={subject?.path} />;
  if (login.isSuccess) return <PageLoader />;
  // A program that looks into mails opens their links too: the token is used up by a person's press.
  return (
    <MessagePage title={m.page_token_login()} body={m.register_token_body()}>
      <Button
        size="lg"
        loading={login.isPending}
        onClick={() => login.mutate(token, { onSuccess: leadOn, onError: tellFailure })}
      >
        {subject === undefined ? m.register_to_login() : subject.word}
      </Button>
    </MessagePage>
  );
}

/** What the mail is about: where it is, and how its button says so. */
function subjectOf({ id, share, open }: ReturnType<typeof route.useSearch>) {
  if (id !== undefined)
    return { path: `/invoice?id=${encodeURIComponent(id)}`, word: m.register_token_open_invoice() };
  if (share !== undefined)
    return { path: `/?share=${encodeURIComponent(share)}`, word: m.register_token_open_share() };
  if (open === 'salaries') return { path: '/salaries', word: m.register_token_open_salaries() };
  if (open === 'account') return { path: '/account', word: m.register_token_open_account() };
  return undefined;
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
