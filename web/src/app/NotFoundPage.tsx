import { Link, type NotFoundRouteProps } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { MessagePage } from '@/components/MessagePage';
import { useLanguage } from '@/lib/language';
import type { Access } from '@/lib/routes';
import { m } from '@/paraglide/messages';
import { DocumentTitle } from './DocumentTitle';

const FOR_WORKERS: Access = 'worker';

/** No such page, or none for this person. The guard tells which access was missing. */
export function NotFoundPage({ data }: NotFoundRouteProps) {
  useLanguage();
  const forWorkers = data === FOR_WORKERS;
  const title = forWorkers ? m.page_workers_only() : m.page_not_found();
  return (
    <>
      <DocumentTitle title={title} />
      <MessagePage title={title} body={forWorkers ? m.workers_only_body() : m.not_found_body()}>
        <Button component={Link} to="/">
          {m.to_home()}
        </Button>
      </MessagePage>
    </>
  );
}
