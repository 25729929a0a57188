import { Paper, Text, Title } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import type { Info, OnItsWay as Coming } from '@/api/info';
import { Disclosure } from '@/components/Disclosure';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { ComingParts } from './ComingParts';
import { soonestOf, whyOf } from './comingWords';
import classes from './OnItsWay.module.css';

/** What is on its way to the account, when and why then; the next payday, and the year so far. */
export function OnItsWay({ info }: { info: Info }) {
  const { onItsWay: coming, nextPayday, paidSalariesThisYear } = info;
  const titleId = useId();
  const [open, setOpen] = useState(false);
  return (
    <Paper component="section" radius="lg" className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div>
          <Title order={2} id={titleId} className={classes.title}>
            {m.home_coming()}
          </Title>
          <ComingSum coming={coming} />
        </div>
        <dl className={classes.facts}>
          <Fact name={m.home_next_payday()}>{nextPayday}</Fact>
          <Fact name={m.home_paid_this_year()}>{formatMoney(paidSalariesThisYear)}</Fact>
        </dl>
      </div>
      {coming.total > 0 && (
        <div className={classes.parts}>
          <Disclosure
            title={m.home_coming_parts({ count: coming.total })}
            open={open}
            onChange={setOpen}
          >
            <ComingParts coming={coming} />
          </Disclosure>
        </div>
      )}
    </Paper>
  );
}

function ComingSum({ coming }: { coming: Coming }) {
  if (coming.total === 0) {
    return (
      <>
        <p className={classes.nothing}>{m.home_coming_nothing()}</p>
        <Text>{m.home_coming_nothing_body()}</Text>
      </>
    );
  }
  return (
    <>
      <p className={coming.amount === null ? classes.nothing : classes.sum}>
        {coming.amount === null ? m.home_coming_unknown() : formatMoney(coming.amount)}
      </p>
      <Soonest coming={coming} />
    </>
  );
}

/** The first day on which something comes, what comes then and why. */
function Soonest({ coming }: { coming: Coming }) {
  const soonest = soonestOf(coming);
  if (soonest === undefined) {
    const [first] = coming.parts;
    return <Text>{first === undefined ? m.home_coming_no_day() : whyOf(first)}</Text>;
  }
  const { day, amount, why } = soonest;
  return (
    <Text>
      {amount === undefined || amount === `${coming.amount}`
        ? m.home_coming_day({ day })
        : m.home_coming_first({ day, amount: formatMoney(amount) })}
      {why !== undefined && <> {why}</>}
    </Text>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
