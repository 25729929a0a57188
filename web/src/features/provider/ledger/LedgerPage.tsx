import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import {
  booksClosingsQuery,
  ledgerExportAddress,
  trialBalanceQuery,
  type TrialBalance,
} from '@/api/ledger';
import { useToday } from '@/api/today';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { DataTable } from '@/components/list/DataTable';
import { PeriodChooser } from '@/components/PeriodChooser';
import { BooksStatus } from '@/domain/ledger/BooksStatus';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { useLanguage } from '@/lib/language';
import { parsePeriod, periodOf, periodText, type Period } from '@/lib/period';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { balanceColumns } from './balanceColumns';

/** The books: every account over a period, and the period as a file for other programs. */
export function LedgerPage() {
  const { today, error, retry } = useToday();
  const search = useSearch({ from: '/provider/ledger' });
  const navigate = useNavigate({ from: '/provider/ledger' });
  if (today === undefined) {
    return error === null ? <PageLoader /> : <LoadFailure error={error} retry={retry} />;
  }
  const period = parsePeriod(search.period) ?? periodOf('year', today);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_ledger()}</PageTitle>
        <ListKeys />
      </Group>
      <Group justify="space-between" gap="sm">
        <PeriodChooser
          period={period}
          today={today}
          choose={(next) => void navigate({ search: { period: periodText(next) }, replace: true })}
        />
        <Group gap="xs">
          <Export period={period} format="csv" />
          <Export period={period} format="sie" />
        </Group>
      </Group>
      <Balances period={period} today={today} />
      <Closings />
    </Stack>
  );
}

const EXPORTS = { csv: m.providerpayroll_export_csv, sie: m.providerpayroll_export_sie } as const;

function Export({ period, format }: { period: Period; format: keyof typeof EXPORTS }) {
  return (
    <Button
      component="a"
      href={ledgerExportAddress(period, format)}
      download
      size="sm"
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
    >
      {EXPORTS[format]()}
    </Button>
  );
}

function Balances({ period, today }: { period: Period; today: string }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(trialBalanceQuery(period));
  const language = useLanguage();
  if (error !== null && data === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height={420} role="status" aria-label={m.loading()} />;
  return (
    <Stack gap="sm" aria-busy={isPlaceholderData}>
      <BooksStatus period={period} today={today} closedUntil={data.closedUntil} />
      {data.accounts.length === 0 ? (
        <Text c="dimmed">{m.providerpayroll_ledger_empty()}</Text>
      ) : (
        <>
          <Balanced balance={data} />
          <DataTable
            caption={m.providerpayroll_trial_balance()}
            items={data.accounts}
            keyOf={({ account }) => String(account.number)}
            columns={balanceColumns(data, period, language)}
            leading
          />
        </>
      )}
    </Stack>
  );
}

/** What was closed, when and by whom; nothing while the books never were. */
function Closings() {
  const { data, error, refetch } = useQuery(booksClosingsQuery);
  if (data === undefined ? error === null : data.closings.length === 0) return null;
  return (
    <section aria-label={m.providerpayroll_closings()}>
      <Title order={2} mb="sm">
        {m.providerpayroll_closings()}
      </Title>
      {data === undefined ? (
        error !== null && <LoadFailure error={error} retry={() => void refetch()} />
      ) : (
        <DataTable
          caption={m.providerpayroll_closings()}
          items={data.closings}
          keyOf={({ until }) => until}
          columns={[
            { name: m.providerpayroll_closed_until(), cell: ({ until }) => until },
            {
              name: m.providerpayroll_closed_at(),
              cell: ({ closedAt }) => formatInstant(closedAt),
            },
            { name: m.providerpayroll_closed_by(), cell: ({ closedBy }) => closedBy },
          ]}
        />
      )}
    </section>
  );
}

/** Whether what was debited was credited: a ledger that does not balance is broken. */
function Balanced({ balance: { debit, credit } }: { balance: TrialBalance }) {
  if (debit === credit) {
    return (
      <Group gap={6} wrap="nowrap" role="status">
        <IconCircleCheck
          size={20}
          aria-hidden="true"
          color="var(--mantine-color-green-light-color)"
        />
        <Text>{m.providerpayroll_balanced({ amount: formatMoney(debit) })}</Text>
      </Group>
    );
  }
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
      {m.providerpayroll_unbalanced({ debit: formatMoney(debit), credit: formatMoney(credit) })}
    </Alert>
  );
}
