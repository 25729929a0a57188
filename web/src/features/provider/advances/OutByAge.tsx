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

interface Props {
  page: { readonly out: number; readonly atRisk: readonly AtRisk[] } | undefined;
  loading: boolean;
}

/** What workers owe of advances, by the days since the customers should have paid. */
export function OutByAge({ page, loading }: Props) {
  if (page === undefined) return loading ? <Skeleton height={132} /> : null;
  const { out, atRisk } = page;
  return (
    <Panel title={m.provideradvances_out({ sum: formatMoney(out) })}>
      {out === 0 ? (
        <Text c="dimmed">{m.provideradvances_out_none()}</Text>
      ) : (
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
          <ul className={classes.ages} aria-label={m.provideradvances_by_age()}>
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
                  {m.provideradvances_count({ count })}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
