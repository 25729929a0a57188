import { Link, type NotFoundRouteProps } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { useSession } from '@/api/session';
import { isStaff } from '@/api/viewer';
import { Drawing } from '@/components/Drawing';
import { MessagePage } from '@/components/MessagePage';
import type { Access } from '@/lib/access';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import { DocumentTitle } from './DocumentTitle';

type Message = Record<'title' | 'body', () => string>;

const NOT_FOUND: Message = { title: m.page_not_found, body: m.not_found_body };
const FOR_WORKERS: Message = { title: m.page_workers_only, body: m.workers_only_body };
const FOR_OTHER_STAFF: Message = { title: m.page_other_role, body: m.other_role_body };

/** No such page, or none for this person. The guard tells which access was missing. */
function messageOf(access: Access | undefined, staff: boolean): Message {
  if (access === 'worker') return FOR_WORKERS;
  return staff && access !== undefined ? FOR_OTHER_STAFF : NOT_FOUND;
}

export function NotFoundPage({ data }: NotFoundRouteProps) {
  useLanguage();
  const staff = isStaff(useSession());
  const message = messageOf(data as Access | undefined, staff);
  return (
    <>
      <DocumentTitle title={message.title()} />
      <MessagePage
        title={message.title()}
        body={message.body()}
        drawing={<Drawing name="notFound" width={200} />}
      >
        <Button component={Link} to="/">
          {m.to_home()}
        </Button>
      </MessagePage>
    </>
  );
}
