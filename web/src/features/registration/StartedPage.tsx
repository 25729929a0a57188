import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import { ApiProblem } from '@/api/problem';
import { bankVisitQuery } from '@/api/registration';
import { DemoMailHint } from '@/domain/DemoMailHint';
import { ButtonLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { MessagePage } from '@/components/MessagePage';
import { PageLoader } from '@/components/PageLoader';
import { bankAddress } from '@/lib/bankAddress';
import { m } from '@/paraglide/messages';

/** The form is sent; the bank comes next. */
export function StartedPage() {
  const visit = useQuery(bankVisitQuery);
  const { data: app } = useQuery(appInfoQuery);
  if (visit.isPending) return <PageLoader />;
  if (visit.isError) return <NoVisit error={visit.error} retry={() => void visit.refetch()} />;
  return (
    <MessagePage title={m.page_register_started()} body={m.register_started_body()}>
      <Button component="a" data-server href={bankAddress(visit.data)} size="lg">
        {m.register_continue()}
      </Button>
      {app?.demoBank === true && (
        <Text size="sm" c="dimmed" maw={440}>
          {m.register_demo_bank()}
        </Text>
      )}
      <DemoMailHint />
    </MessagePage>
  );
}

function NoVisit({ error, retry }: { error: Error; retry: () => void }) {
  const gone = error instanceof ApiProblem && error.errorKey === 'REGISTRATION_GONE';
  return (
    <MessagePage
      title={m.page_registration_failed()}
      body={gone ? m.register_gone_body() : m.register_no_bank_body()}
    >
      {gone ? (
        <ButtonLink to="/register">{m.register_again()}</ButtonLink>
      ) : (
        <LoadFailure error={error} retry={retry} />
      )}
    </MessagePage>
  );
}
