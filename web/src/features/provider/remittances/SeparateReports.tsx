import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  reportAddress,
  separateReportsQuery,
  useMakeReport,
  useReportSent,
  type ReportMonth,
  type SeparateReport,
} from '@/api/remittances';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { DataTable, type Column } from '@/components/list/DataTable';
import { tellProblem } from '@/components/tellProblem';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

/** The employer's separate report of each month that is over. */
export function SeparateReports() {
  const { data, error, refetch } = useQuery(separateReportsQuery);
  return (
    <Stack component="section" gap="sm" aria-label={m.providerpayroll_reports()}>
      <Title order={2}>{m.providerpayroll_reports()}</Title>
      <Text c="dimmed">{m.providerpayroll_reports_help()}</Text>
      {error !== null ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <PageLoader />
      ) : (
        <DataTable
          caption={m.providerpayroll_reports()}
          items={data}
          keyOf={({ until }) => until}
          columns={columns()}
        />
      )}
    </Stack>
  );
}

function columns(): [Column<ReportMonth>, ...Column<ReportMonth>[]] {
  return [
    {
      name: m.providerpayroll_report_month(),
      cell: ({ until, reports }) => (
        <>
          {until.slice(3).replace('.', '/')}
          {reports.map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </>
      ),
    },
    { name: m.providerpayroll_remit_due(), cell: ({ due }) => due, from: 'sm' },
    {
      name: m.providerpayroll_report_amount(),
      cell: ({ amount, wages }) =>
        wages ? formatMoney(amount) : m.providerpayroll_report_no_wages(),
      numeric: true,
    },
    {
      name: m.providerpayroll_remit_action(),
      silent: true,
      cell: (month) => <Actions month={month} />,
    },
  ];
}

function Report({ report }: { report: SeparateReport }) {
  const { id, replaces, sentAt, sentByName, madeAt, madeByName } = report;
  return (
    <Text size="sm" component="div">
      <Anchor href={reportAddress(id)} download inherit>
        {replaces ? m.providerpayroll_report_replacing() : m.providerpayroll_report_new()}
      </Anchor>
      <Text size="xs" c="dimmed">
        {sentAt === null
          ? m.providerpayroll_report_made({ name: madeByName, at: formatInstant(madeAt) })
          : m.providerpayroll_report_sent_by({
              name: sentByName ?? '',
              at: formatInstant(sentAt),
            })}
      </Text>
    </Text>
  );
}

function Actions({ month: { until, toMake, reports } }: { month: ReportMonth }) {
  const making = useMakeReport();
  const sending = useReportSent();
  const [last] = reports;
  // What was delivered is replaced; what was only made is not.
  const replaces = reports.some(({ sentAt }) => sentAt !== null);
  return (
    <Group gap="xs" justify="flex-end">
      {toMake && (
        <Button
          size="xs"
          variant="default"
          loading={making.isPending}
          onClick={() => making.mutate(until, { onError: tellProblem })}
        >
          {replaces ? m.providerpayroll_report_correct() : m.providerpayroll_report_make()}
        </Button>
      )}
      {last?.sentAt === null && (
        <Button
          size="xs"
          variant="default"
          loading={sending.isPending}
          onClick={() => sending.mutate(last.id, { onError: tellProblem })}
        >
          {m.providerpayroll_report_sent()}
        </Button>
      )}
    </Group>
  );
}
