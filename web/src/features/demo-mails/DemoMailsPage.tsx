import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { demoMailsQuery, type DemoMail } from '@/api/demoMails';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';
import classes from './DemoMailsPage.module.css';
import { MailList } from './MailList';
import { MailView } from './MailView';

const route = getRouteApi('/demo/mails');

/** The mailbox of everybody in the demo, which sends no mail into the world. */
export function DemoMailsPage() {
  const mails = useQuery(demoMailsQuery);
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.page_demo_mails()}</PageTitle>
        <Text c="dimmed">{m.demomails_intro()}</Text>
      </div>
      {mails.data === undefined && mails.isError && (
        <LoadFailure error={mails.error} retry={() => void mails.refetch()} />
      )}
      {mails.isPending && <PageLoader />}
      {mails.data !== undefined && <Mailbox mails={mails.data} />}
    </Stack>
  );
}

function Mailbox({ mails }: { mails: readonly DemoMail[] }) {
  const { id } = route.useSearch();
  const opened = mails.find((mail) => mail.id === id);
  if (mails.length === 0) return <Text>{m.demomails_empty()}</Text>;
  return (
    <div className={classes.mailbox} data-opened={opened !== undefined}>
      <MailList mails={mails} opened={opened} />
      {opened === undefined ? (
        <Text c="dimmed" className={classes.nothing}>
          {id === undefined ? m.demomails_choose() : m.demomails_gone()}
        </Text>
      ) : (
        <MailView key={opened.id} mail={opened} />
      )}
    </div>
  );
}
