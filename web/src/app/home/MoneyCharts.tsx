import {
  Card,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Suspense, useId, useState, type ReactNode } from 'react';
import type { MonthAmount } from '@/api/info';
import { total } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { useLanguage } from '@/lib/language';
import { lazyPart } from '@/lib/lazyPart';
import { parsePeriod, periodName } from '@/lib/period';
import { m } from '@/paraglide/messages';
import classes from './Home.module.css';
import chartClasses from './MoneyCharts.module.css';

/** The library that draws is needed nowhere else. */
const MonthBars = lazyPart(async () => (await import('./MonthBars')).MonthBars);

const RANGES = ['3', '6', '12', '24'] as const;

type Range = (typeof RANGES)[number];

interface Props {
  invoiced: readonly MonthAmount[];
  paid: readonly MonthAmount[];
}

/** What was invoiced and what was paid to the account, month by month, drawn or in numbers. */
export function MoneyCharts({ invoiced, paid }: Props) {
  const titleId = useId();
  const [range, setRange] = useState<Range>('24');
  const [asTable, setAsTable] = useState(false);
  const last = (months: readonly MonthAmount[]) => months.slice(-Number(range));
  if (isEmpty(invoiced) && isEmpty(paid)) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby={titleId}>
      <Group justify="space-between" gap="sm">
        <Title order={2} id={titleId}>
          {m.home_charts()}
        </Title>
        <Group gap="md">
          <Switch
            label={m.home_charts_table()}
            checked={asTable}
            onChange={({ currentTarget }) => setAsTable(currentTarget.checked)}
          />
          <SegmentedControl<Range>
            aria-label={m.home_charts_range()}
            data={RANGES.map((value) => ({ value, label: m.home_charts_months({ count: value }) }))}
            value={range}
            onChange={setRange}
          />
        </Group>
      </Group>
      <div className={classes.columns}>
        <MonthChart
          title={m.home_charts_invoiced()}
          months={last(invoiced)}
          colour="petrol"
          asTable={asTable}
        />
        <MonthChart
          title={m.home_charts_paid()}
          months={last(paid)}
          colour="yellow"
          asTable={asTable}
        />
      </div>
    </Stack>
  );
}

function isEmpty(months: readonly MonthAmount[]): boolean {
  return months.every(({ amount }) => amount === 0);
}

interface ChartProps {
  title: string;
  months: readonly MonthAmount[];
  colour: 'petrol' | 'yellow';
  asTable: boolean;
}

function MonthChart({ title, months, colour, asTable }: ChartProps) {
  const sum = total(months.map(({ amount }) => amount));
  return (
    <Card component="figure" withBorder padding="lg" m={0} className={classes.card}>
      <figcaption>
        <Title order={3}>{title}</Title>
        <Text c="dimmed">{m.home_charts_total({ amount: formatMoney(sum) })}</Text>
      </figcaption>
      <Months title={title} months={months} colour={colour} asTable={asTable} />
    </Card>
  );
}

function Months({ title, months, colour, asTable }: ChartProps) {
  if (isEmpty(months)) return <Text mt="sm">{m.home_charts_none()}</Text>;
  if (asTable) return <MonthTable title={title} months={months} />;
  return (
    <>
      <Drawing>
        <MonthBars title={title} months={months} colour={colour} />
      </Drawing>
      <VisuallyHidden>
        <MonthTable title={title} months={months} />
      </VisuallyHidden>
    </>
  );
}

/** Those who do not see the drawing have the table instead of it. On a phone the library is fetched by who scrolls there. */
function Drawing({ children }: { children: ReactNode }) {
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const [seen, setSeen] = useState(false);
  if (entry?.isIntersecting === true && !seen) setSeen(true);
  return (
    <div ref={ref} aria-hidden="true" className={chartClasses.drawing}>
      {seen && <Suspense fallback={<Skeleton height="100%" />}>{children}</Suspense>}
    </div>
  );
}

function MonthTable({ title, months }: Pick<ChartProps, 'title' | 'months'>) {
  const language = useLanguage();
  const nameOf = (month: string) => {
    const period = parsePeriod(month);
    return period === undefined ? month : periodName(period, language);
  };
  return (
    <Table aria-label={title} className={chartClasses.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{m.home_charts_month()}</Table.Th>
          <Table.Th scope="col">{m.home_charts_amount()}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.toReversed().map(({ month, amount }) => (
          <Table.Tr key={month}>
            <Table.Th scope="row">{nameOf(month)}</Table.Th>
            <Table.Td>{formatMoney(amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
