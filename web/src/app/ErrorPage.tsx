import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiProblem } from '@/api/problem';
import { MessagePage } from '@/components/MessagePage';
import { reloadIfServerAnswers, reloadOnce } from '@/lib/reload';
import { useLanguage } from '@/lib/language';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { DocumentTitle } from './DocumentTitle';

/** What the router shows instead of a page that could not be loaded or drawn. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return error instanceof ApiProblem ? (
    <UnansweredPage problem={error} reset={reset} />
  ) : (
    <BrokenPage />
  );
}

/** The server did not give what the page needs. Trying again is cheap and keeps the app open. */
function UnansweredPage({ problem, reset }: { problem: ApiProblem; reset: () => void }) {
  const router = useRouter();
  useLanguage();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <>
      <DocumentTitle title={m.page_error()} />
      <MessagePage title={m.page_error()} body={textOf(problem.errorKey)}>
        <Button onClick={retry}>{m.retry()}</Button>
      </MessagePage>
    </>
  );
}

/** A fault of our own. A reload often cures it; when it does not, the person decides. */
export function BrokenPage() {
  useLanguage();
  useEffect(() => {
    void reloadIfServerAnswers(() => reloadOnce(Date.now()));
  }, []);
  return (
    <>
      <DocumentTitle title={m.page_error()} />
      <MessagePage title={m.page_error()} body={m.error_body()}>
        <Button onClick={() => void reloadIfServerAnswers(() => window.location.reload())}>
          {m.error_reload()}
        </Button>
      </MessagePage>
    </>
  );
}
