import { Progress, Skeleton, Text, type MantineColor } from '@mantine/core';
import type { AtRisk } from '@/api/providerAdvances';
import { Panel } from '@/components/Panel';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './OutByAge.module.css';

const AGES: Readonly<Record<AtRisk['age'], { name: () => string; colour: MantineColor }>> = {
  NOT_DUE: { name: m.provideradvances_age_not_due, colour: 'petrol.5' },
  UP_TO_30: { name: m.provideradvances_age_30, colour: 'yellow.4' },
  UP_TO_60: { name: m.provideradvances_age_60, colour: 'orange.5' },
  UP_TO_90: { name: m.provideradvances_age_90, colour: 'red.5' },
  OLDER: { name: m.provideradvances_age_older, colour: 'red.8' },
};

interface Page {
  readonly out: number;
  readonly atRisk: readonly AtRisk[];
  readonly purchasesOut: number;
  readonly purchasesAtRisk: readonly AtRisk[];
}

/** What is out before the customers have paid, by the days since they should have: what workers owe of advances, and
 *  purchases that were paid at once. */
export function OutByAge({ page, loading }: { page: Page | undefined; loading: boolean }) {
  if (page === undefined) return loading ? <Skeleton height={132} /> : null;
  const { out, atRisk, purchasesOut, purchasesAtRisk } = page;
  return (
    <>
      <Panel title={m.provideradvances_out({ sum: formatMoney(out) })}>
        {out === 0 ? (
          <Text c="dimmed">{m.provideradvances_out_none()}</Text>
        ) : (
          <ByAge
            label={m.provideradvances_by_age()}
            out={out}
            atRisk={atRisk}
            countText={m.provideradvances_count}
          />
        )}
      </Panel>
      {purchasesOut > 0 && (
        <Panel title={m.provideradvances_purchases_out({ sum: formatMoney(purchasesOut) })}>
          <ByAge
            label={m.provideradvances_purchases_by_age()}
            out={purchasesOut}
            atRisk={purchasesAtRisk}
            countText={m.provideradvances_purchases_count}
          />
        </Panel>
      )}
    </>
  );
}

interface ByAgeProps {
  label: string;
  out: number;
  atRisk: readonly AtRisk[];
  countText: (words: { count: number }) => string;
}

function ByAge({ label, out, atRisk, countText }: ByAgeProps) {
  return (
    <>
      <Progress.Root size="lg" aria-hidden="true">
        {atRisk.map(({ age, amount }) => (
          <Progress.Section
            key={age}
            value={(amount / out) * 100}
            color={AGES[age].colour}
            withAria={false}
          />
        ))}
      </Progress.Root>
      <ul className={classes.ages} aria-label={label}>
        {atRisk.map(({ age, amount, count }) => (
          <li key={age} className={classes.age} data-empty={count === 0 || undefined}>
            <span
              className={classes.mark}
              style={{
                background: `var(--mantine-color-${AGES[age].colour.replace('.', '-')})`,
              }}
            />
            <span>{AGES[age].name()}</span>
            <strong className={classes.amount}>{formatMoney(amount)}</strong>
            <Text span size="sm" c="dimmed">
              {countText({ count })}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
