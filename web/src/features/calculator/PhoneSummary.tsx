import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { CountedMoney } from '@/components/CountedMoney';
import { m } from '@/paraglide/messages';
import { isSought } from './Headline';
import classes from './PhoneSummary.module.css';
import type { Calculator } from './useCalculator';

interface Props {
  calculator: Calculator;
  /** Takes the person to the whole result. */
  onShow: () => void;
}

/** The answer at the bottom edge of a phone, for as long as the form hides the result. */
export function PhoneSummary({ calculator: { answer, failure }, onShow }: Props) {
  if (answer === undefined) return null;
  const { totalBilling, salary } = answer.summary;
  const [now, amount] = isSought(answer)
    ? [m.calculator_to_invoice(), totalBilling]
    : [m.calculator_to_account(), salary];
  // Paleness alone would not tell that this is not the answer to what is typed.
  const label = failure === null ? now : m.calculator_last_result_of({ what: now });
  return (
    <div className={classes.edge}>
      <UnstyledButton
        className={classes.summary}
        data-stale={failure !== null || undefined}
        onClick={onShow}
      >
        <span>
          <span className={classes.label}>{label}</span>{' '}
          <span className={classes.amount}>
            <CountedMoney amount={amount} />
          </span>
        </span>
        <span className={classes.more}>
          {m.calculator_show_result()}
          <IconChevronDown size={18} aria-hidden="true" />
        </span>
      </UnstyledButton>
    </div>
  );
}
