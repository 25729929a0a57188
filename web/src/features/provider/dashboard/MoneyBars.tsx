import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Dashboard } from '@/api/dashboard';
import { formatMoney, formatWholeEuros } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

interface Props {
  months: Dashboard['money'];
  /** "2026-11" as it is written beside the axis. */
  monthText: (month: string) => string;
}

/** What came and what left, month by month, in columns beside each other. */
export function MoneyBars({ months, monthText }: Props) {
  return (
    <BarChart
      h={340}
      data={months.map(({ month, moneyIn, moneyOut }) => ({
        month: monthText(month),
        moneyIn,
        moneyOut,
      }))}
      dataKey="month"
      series={[
        {
          name: 'moneyIn',
          label: m.provider_money_in(),
          color: 'light-dark(var(--mantine-color-petrol-7), var(--mantine-color-petrol-4))',
        },
        {
          name: 'moneyOut',
          label: m.provider_money_out(),
          color: 'light-dark(var(--mantine-color-yellow-8), var(--liksa-coin))',
        },
      ]}
      valueFormatter={formatMoney}
      withLegend
      legendProps={{ verticalAlign: 'top' }}
      yAxisProps={{ tickFormatter: formatWholeEuros, width: 76 }}
      tickLine="none"
      maxBarWidth={24}
      barProps={{ isAnimationActive: false, radius: [4, 4, 0, 0] }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
