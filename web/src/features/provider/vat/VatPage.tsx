import { Button, Card, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconPrinter } from '@tabler/icons-react';
import { vatQuery, type SalesAtRate, type VatReport } from '@/api/ledger';
import { useToday } from '@/api/today';
import { zeroReasonText } from '@/domain/bills/zeroReasons';
import { BooksStatus } from '@/domain/ledger/BooksStatus';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { PeriodChooser } from '@/components/PeriodChooser';
import { difference, fractionOfPercent } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { useLanguage } from '@/lib/language';
import { daysOf, parsePeriod, periodName, periodOf, periodText, type Period } from '@/lib/period';
import { m } from '@/paraglide/messages';
import classes from './VatPage.module.css';

/** What the VAT return of a period asks, on a page that prints well. */
export function VatPage() {
  const { today, error, retry } = useToday();
  const search = useSearch({ from: '/provider/vat' });
  const navigate = useNavigate({ from: '/provider/vat' });
  if (today === undefined) {
    return error === null ? <PageLoader /> : <LoadFailure error={error} retry={retry} />;
  }
  const period = parsePeriod(search.period) ?? periodOf('month', today);
  return (
    <Stack gap="md">
      <div className={classes.screen}>
        <PageTitle>{m.provider_page_vat()}</PageTitle>
      </div>
      <Group justify="space-between" gap="sm" className={classes.screen}>
        <PeriodChooser
          period={period}
          today={today}
          choose={(next) => void navigate({ search: { period: periodText(next) }, replace: true })}
        />
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {m.providerpayroll_vat_print()}
        </Button>
      </Group>
      <Report period={period} today={today} />
    </Stack>
  );
}

function Report({ period, today }: { period: Period; today: string }) {
  const language = useLanguage();
  const { data, error, isPlaceholderData, refetch } = useQuery(vatQuery(period));
  if (error !== null && data === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height={360} role="status" aria-label={m.loading()} />;
  return (
    <>
      <BooksStatus period={period} today={today} closedUntil={data.closedUntil} />
      <Card
        component="section"
        withBorder
        padding="xl"
        className={classes.paper}
        aria-busy={isPlaceholderData}
        aria-label={m.providerpayroll_vat_title()}
      >
        <Title order={2}>{m.providerpayroll_vat_title()}</Title>
        <Text fw={600}>{periodName(period, language)}</Text>
        <Text c="dimmed" mb="lg">
          {m.providerpayroll_period_days(daysOf(period))}
        </Text>
        {data.sales.length === 0 && data.deductible === 0 ? (
          <Text>{m.providerpayroll_vat_empty()}</Text>
        ) : (
          <Sales report={data} />
        )}
        <Text size="sm" c="dimmed" mt="lg">
          {m.providerpayroll_vat_help()}
        </Text>
      </Card>
    </>
  );
}

function Sales({ report: { sales, net, vat, deductible, toPay } }: { report: VatReport }) {
  return (
    <Table aria-label={m.providerpayroll_vat_title()} className={classes.sales}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{m.providerpayroll_vat_sales()}</Table.Th>
          <Table.Th data-numeric>{m.providerpayroll_vat_net()}</Table.Th>
          <Table.Th data-numeric>{m.providerpayroll_vat_vat()}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sales.map((one) => (
          <Table.Tr key={`${one.rate} ${one.reverse} ${one.vatZeroReasonCode}`}>
            <Table.Th scope="row" fw={400}>
              {salesName(one)}
            </Table.Th>
            <Table.Td data-numeric>{formatMoney(one.net)}</Table.Td>
            <Table.Td data-numeric>{formatMoney(one.vat)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{m.providerpayroll_sums()}</Table.Th>
          <Table.Td data-numeric>{formatMoney(net)}</Table.Td>
          <Table.Td data-numeric>{formatMoney(vat)}</Table.Td>
        </Table.Tr>
        {deductible !== 0 && (
          <Table.Tr>
            <Table.Th scope="row" colSpan={2}>
              {m.providerpayroll_vat_deductible()}
            </Table.Th>
            <Table.Td data-numeric>{formatMoney(difference(0, deductible))}</Table.Td>
          </Table.Tr>
        )}
        <Table.Tr className={classes.due}>
          <Table.Th scope="row" colSpan={2}>
            {toPay < 0 ? m.providerpayroll_vat_to_refund() : m.providerpayroll_vat_to_pay()}
          </Table.Th>
          <Table.Td data-numeric>{formatMoney(toPay < 0 ? difference(0, toPay) : toPay)}</Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

/** Sales at a rate, or why they are without VAT. */
function salesName({ rate, reverse, vatZeroReasonCode }: SalesAtRate): string {
  if (reverse) return m.providerpayroll_vat_reverse();
  if (rate > 0) {
    return m.providerpayroll_vat_rate({ rate: formatPercent(fractionOfPercent(rate)) });
  }
  return vatZeroReasonCode === null
    ? m.providerpayroll_vat_no_reason()
    : zeroReasonText(String(vatZeroReasonCode));
}
