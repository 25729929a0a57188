import {
  Alert,
  Button,
  Card,
  Group,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconChevronLeft, IconChevronRight, IconReceiptRefund } from '@tabler/icons-react';
import { useLateReceipts, type LateReceipt } from '@/api/lateReceipts';
import { readinessQuery, type Readiness } from '@/api/readiness';
import { salariesQuery, type SalarySlip } from '@/api/salaries';
import { useSession } from '@/api/session';
import { Drawing } from '@/components/Drawing';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { Panel } from '@/components/Panel';
import { ButtonLink, TextLink } from '@/components/links';
import { LateReceiptList } from '@/domain/lateReceipts/LateReceiptList';
import { MissingDetails } from '@/domain/readiness/MissingDetails';
import { PayrollChecks } from '@/domain/readiness/PayrollChecks';
import { parseDate } from '@/lib/format/date';
import { difference } from '@/lib/format/exact';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { useLanguage, type Language } from '@/lib/language';
import { m } from '@/paraglide/messages';
import classes from './Salaries.module.css';
import { SalaryCard } from './SalaryCard';

/** The user's pay slips by month of payment, newest first. */
export function SalariesPage() {
  const personId = useSession()?.id ?? '';
  const { page = 1 } = useSearch({ from: '/salaries' });
  const slips = useQuery(salariesQuery(personId, page));
  const readiness = useQuery(readinessQuery(personId));
  const receipts = useLateReceipts();
  // One message for all that could not be read: what a salary waits for must not be missing unsaid.
  const failed = [slips, readiness, receipts].filter(({ error }) => error !== null);
  const error = failed[0]?.error;
  const { data, isPlaceholderData } = slips;
  return (
    <Stack gap="lg">
      <PageTitle>{m.page_salaries()}</PageTitle>
      {error && (
        <LoadFailure error={error} retry={() => failed.forEach(({ refetch }) => void refetch())} />
      )}
      {readiness.data !== undefined && <NextSalary readiness={readiness.data} />}
      <LateReceiptsToCome receipts={receipts.data ?? []} />
      {data === undefined && slips.error === null && <Loading />}
      {data !== undefined && <Owed {...data} />}
      {data !== undefined &&
        (data.total === 0 ? (
          <NoSalaries />
        ) : (
          <Slips slips={data.salaries} late={isPlaceholderData} />
        ))}
      {data !== undefined && data.total > 0 && <Paging {...data} page={page} />}
    </Stack>
  );
}

/** When the next salary comes, or what it waits for. */
function NextSalary({ readiness }: { readiness: Readiness }) {
  const { salaryWaits, held, payday } = readiness;
  return (
    <>
      <PayrollChecks readiness={readiness} />
      <MissingDetails readiness={readiness} framed />
      {salaryWaits && !held && <Text role="status">{m.home_next_salary({ payday })}</Text>}
    </>
  );
}

/** Late receipts that the next salaries may pay, or were refused. */
function LateReceiptsToCome({ receipts }: { receipts: readonly LateReceipt[] }) {
  const open = receipts.filter(({ paid }) => !paid);
  if (open.length === 0) return null;
  return (
    <Panel title={m.latereceipts_title()}>
      <LateReceiptList receipts={open} withBill />
    </Panel>
  );
}

interface OwedProps {
  owed: Decimal;
  /** The part of it that the salaries of their own bills pay back, as was agreed. */
  owedOfAdvances: Decimal;
}

/** What the next salaries pay back, the advances told apart from what went wrong. */
function Owed({ owed, owedOfAdvances }: OwedProps) {
  const toPayBack = difference(owed, owedOfAdvances);
  return (
    <>
      {Number(toPayBack) > 0 && (
        <Alert
          color="yellow"
          icon={<IconReceiptRefund aria-hidden="true" />}
          title={m.salaries_owed({ amount: formatMoney(toPayBack) })}
        >
          {m.salaries_owed_body()}
        </Alert>
      )}
      {Number(owedOfAdvances) > 0 && (
        <Text>
          {m.salaries_owed_advances({ amount: formatMoney(owedOfAdvances) })}{' '}
          <TextLink to="/invoices" inherit underline="always">
            {m.salaries_to_invoices()}
          </TextLink>
        </Text>
      )}
    </>
  );
}

interface SlipsProps {
  slips: Parameters<typeof byMonth>[0];
  late: boolean;
}

function Slips({ slips, late }: SlipsProps) {
  const language = useLanguage();
  return (
    <div className={classes.months} data-late={late || undefined}>
      {byMonth(slips, language).map(({ name, slips: ofMonth }) => (
        <section key={name} aria-label={name}>
          <Title order={2} mb="sm">
            {name}
          </Title>
          <Stack gap="md">
            {ofMonth.map((slip) => (
              <SalaryCard key={slip.id} slip={slip} />
            ))}
          </Stack>
        </section>
      ))}
    </div>
  );
}

interface PagingProps {
  page: number;
  pageSize: number;
  total: number;
  salaries: readonly unknown[];
}

/** Which of the slips are shown, and the way to the others. */
function Paging({ page, pageSize, total, salaries }: PagingProps) {
  const navigate = useNavigate({ from: '/salaries' });
  const first = (page - 1) * pageSize + 1;
  const last = first + salaries.length - 1;
  const go = (next: number) => void navigate({ search: next === 1 ? {} : { page: next } });
  return (
    <Group justify="space-between" component="nav" aria-label={m.salaries_pages()}>
      <Text c="dimmed" role="status">
        {salaries.length > 0 && m.salaries_range({ first, last, total })}
      </Text>
      {total > pageSize && (
        <Group gap="xs">
          <Button
            variant="default"
            size="sm"
            disabled={page <= 1}
            leftSection={<IconChevronLeft size={18} aria-hidden="true" />}
            onClick={() => go(page - 1)}
          >
            {m.salaries_previous()}
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={last >= total}
            rightSection={<IconChevronRight size={18} aria-hidden="true" />}
            onClick={() => go(page + 1)}
          >
            {m.salaries_next()}
          </Button>
        </Group>
      )}
    </Group>
  );
}

/** For a worker who has not been paid yet: where salaries come from. */
function NoSalaries() {
  return (
    <Card withBorder padding="xl" className={classes.card}>
      <Drawing name="noSalaries" />
      <Title order={2}>{m.salaries_empty()}</Title>
      <Text c="dimmed" maw={560}>
        {m.salaries_empty_body()}
      </Text>
      <ButtonLink to="/invoices" className={classes.begin}>
        {m.salaries_to_invoices()}
      </ButtonLink>
    </Card>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={m.loading()}>
      <Skeleton height={28} width={180} mb="sm" />
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} height={210} />
        ))}
      </SimpleGrid>
    </div>
  );
}

interface Month {
  /** "Marraskuu 2026" */
  readonly name: string;
  readonly slips: readonly SalarySlip[];
}

/** The name of the month of DD.MM.YYYY. */
function monthName(day: string, language: Language): string {
  const iso = parseDate(day);
  if (iso === undefined) return day;
  const name = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${iso}T00:00:00Z`));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The slips by the month and year of their payday, in the order they came. */
function byMonth(slips: readonly SalarySlip[], language: Language): Month[] {
  const months = Map.groupBy(slips, ({ payday }) => monthName(payday, language));
  return [...months].map(([name, own]) => ({ name, slips: own }));
}
