import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiProblem, isOutage } from '@/api/problem';
import { Drawing } from '@/components/Drawing';
import { MessagePage } from '@/components/MessagePage';
import { useLanguage } from '@/lib/language';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { BrokenPage } from './BrokenPage';
import { DocumentTitle } from './DocumentTitle';

/** What the router shows instead of a page that could not be loaded or drawn. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return error instanceof ApiProblem ? (
    <UnansweredPage problem={error} reset={reset} />
  ) : (
    <BrokenPage />
  );
}

/** The drawing of a lost connection is for that alone; a refusal and a fault of the server have none. */
function drawingOf({ status }: ApiProblem) {
  return (status === undefined || isOutage(status)) && <Drawing name="noConnection" width={200} />;
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
      <MessagePage
        title={m.page_error()}
        body={textOf(problem.errorKey)}
        drawing={drawingOf(problem)}
      >
        <Button onClick={retry}>{m.retry()}</Button>
      </MessagePage>
    </>
  );
}
