import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useReducedMotion } from '@mantine/hooks';
import type { MonthAmount } from '@/api/info';
import { formatMoney, formatWholeEuros } from '@/lib/format/money';

/** Bars that are readable on both themes. */
const COLOURS = {
  petrol: 'light-dark(var(--mantine-color-petrol-7), var(--mantine-color-petrol-4))',
  yellow: 'var(--liksa-coin)',
} as const;

interface Props {
  title: string;
  months: readonly MonthAmount[];
  colour: keyof typeof COLOURS;
}

/** "2026-11" → "11/26" */
function shortMonth(month: string): string {
  const [year = '', number = ''] = month.split('-');
  return `${Number(number)}/${year.slice(2)}`;
}

/** Sums by month as bars. */
export function MonthBars({ title, months, colour }: Props) {
  const still = useReducedMotion();
  return (
    <BarChart
      h={240}
      data={months.map(({ month, amount }) => ({ month: shortMonth(month), amount }))}
      dataKey="month"
      series={[{ name: 'amount', label: title, color: COLOURS[colour] }]}
      valueFormatter={formatMoney}
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={{ tickFormatter: formatWholeEuros, width: 72 }}
      tickLine="none"
      gridAxis="x"
      maxBarWidth={28}
      barProps={{ isAnimationActive: !still, radius: [4, 4, 0, 0] }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
