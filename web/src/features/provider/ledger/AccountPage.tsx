import { Group, Stack, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { useAccount } from '@/api/ledger';
import { ApiProblem } from '@/api/problem';
import { useToday } from '@/api/today';
import { ButtonLink } from '@/components/links';
import { LoadFailure } from '@/components/LoadFailure';
import { MessagePage } from '@/components/MessagePage';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { DataTable } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { PeriodChooser } from '@/components/PeriodChooser';
import { formatMoney } from '@/lib/format/money';
import { useLanguage } from '@/lib/language';
import { parsePeriod, periodOf, periodText, type Period } from '@/lib/period';
import { m } from '@/paraglide/messages';
import { accountName } from './balanceColumns';
import { lineColumns } from './lineColumns';
import { withBalances } from './running';

/** What was booked on one account in a period. */
export function AccountPage() {
  const { account } = useParams({ from: '/provider/ledger/$account' });
  const { today, error, retry } = useToday();
  const search = useSearch({ from: '/provider/ledger/$account' });
  if (today === undefined) {
    return error === null ? <PageLoader /> : <LoadFailure error={error} retry={retry} />;
  }
  // What is no number is no account either, as the server will say.
  const number = /^\d{1,6}$/.test(account) ? Number(account) : 0;
  const period = parsePeriod(search.period) ?? periodOf('year', today);
  return <Account number={number} period={period} today={today} />;
}

interface Props {
  number: number;
  period: Period;
  today: string;
}

function Account({ number, period, today }: Props) {
  const language = useLanguage();
  const navigate = useNavigate({ from: '/provider/ledger/$account' });
  const { list, head } = useAccount(number, period);
  if (list.failure instanceof ApiProblem && list.failure.status === 404) {
    return (
      <MessagePage
        title={m.providerpayroll_account_unknown()}
        body={m.providerpayroll_account_unknown_body()}
      >
        <ButtonLink to="/provider/ledger">{m.provider_page_ledger()}</ButtonLink>
      </MessagePage>
    );
  }
  return (
    <Stack gap="md">
      <div>
        <ButtonLink
          to="/provider/ledger"
          search={{ period: periodText(period) }}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {m.provider_page_ledger()}
        </ButtonLink>
        <PageTitle>
          {head === undefined
            ? m.provider_page_account()
            : `${number} ${accountName(head.account, language)}`}
        </PageTitle>
      </div>
      <Group justify="space-between" gap="sm">
        <PeriodChooser
          period={period}
          today={today}
          choose={(next) => void navigate({ search: { period: periodText(next) }, replace: true })}
        />
        {head !== undefined && (
          <Text>{m.providerpayroll_opening_of({ amount: formatMoney(head.opening) })}</Text>
        )}
      </Group>
      <ListView list={list} empty={m.providerpayroll_account_empty()}>
        {(lines) => (
          <DataTable
            caption={m.providerpayroll_account_lines()}
            items={withBalances(head?.opening ?? 0, lines)}
            keyOf={({ key }) => key}
            columns={lineColumns()}
          />
        )}
      </ListView>
    </Stack>
  );
}
