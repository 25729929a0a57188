import { Text } from '@mantine/core';
import { CountedMoney } from '@/components/CountedMoney';
import { difference } from '@/lib/format/exact';
import { formatCount, formatMoney } from '@/lib/format/money';
import { formatShare } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import classes from './Headline.module.css';
import { vatText, type Subject } from './lines';
import type { Answer } from './useAnswer';

/** Whether the price was sought for a wanted salary. */
export function isSought({ question }: Pick<Answer, 'question'>): boolean {
  return question.salary !== undefined;
}

interface Props {
  subject: Subject;
  /** The same price by the hour, where that was asked. */
  hourly: Answer | undefined;
  /** What the person has typed since is not accepted, so that this is an earlier result. */
  outdated: boolean;
}

/** The answer in one number: what lands on the account, or what to invoice for it. */
export function Headline({ subject, hourly, outdated }: Props) {
  const { summary } = subject;
  const share = (
    <Text>
      {outdated
        ? m.calculator_outdated()
        : m.calculator_share({ percent: formatShare(summary.salaryPercent) })}
    </Text>
  );
  if (!isSought(subject)) {
    return (
      <div className={classes.headline}>
        <Text className={classes.label}>{m.calculator_to_account()}</Text>
        <Text className={classes.number}>
          <CountedMoney amount={summary.salary} />
        </Text>
        {share}
      </div>
    );
  }
  return (
    <div className={classes.headline}>
      <Text className={classes.label}>{m.calculator_to_invoice()}</Text>
      <Text className={classes.number}>
        <CountedMoney amount={summary.totalBilling} />
      </Text>
      {summary.hasAlv && <Text>{vatSentence(subject)}</Text>}
      <div className={classes.more}>
        <Text>
          {m.calculator_then_to_account()}{' '}
          <strong className={classes.amount}>{formatMoney(summary.salary)}</strong>
        </Text>
        {share}
      </div>
      {hourly !== undefined && <ByTheHour hourly={hourly} />}
    </div>
  );
}

function vatSentence(subject: Subject): string {
  const { totalBilling, totalBillingWithoutAlv } = subject.summary;
  return m.calculator_price_and_vat({
    price: formatMoney(totalBillingWithoutAlv),
    percent: vatText(subject),
    vat: formatMoney(difference(totalBilling, totalBillingWithoutAlv)),
  });
}

/** The hourly rate in whole cents, and its exact total. */
function ByTheHour({ hourly: { question, summary } }: { hourly: Answer }) {
  const rate = formatMoney(question.hourlyRate as `${number}`);
  return (
    <div className={classes.more}>
      <Text>
        {m.calculator_by_the_hour()}{' '}
        <strong className={classes.amount}>{m.calculator_per_hour({ rate })}</strong>
      </Text>
      <Text size="sm">
        {m.calculator_by_the_hour_sum({
          rate,
          hours: formatCount(question.hours as `${number}`),
          price: formatMoney(summary.amount),
          salary: formatMoney(summary.salary),
        })}
      </Text>
    </div>
  );
}
