import { List } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCalculator, IconCheck, IconSend, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { useRunAction, type Run, type RunAction, type RunRefund } from '@/api/payroll';
import { ApiProblem } from '@/api/problem';
import { useSession } from '@/api/session';
import { tellProblem } from '@/components/tellProblem';
import { BarredButton } from '@/components/BarredButton';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { whyNot } from './runActions';
import { RefundChanges } from './RefundChanges';
import { paidCount } from './steps';

const LOOKS: Readonly<Record<RunAction, { name: (run: Run) => string; icon: Icon }>> = {
  calculate: {
    name: ({ state }) =>
      state === 'DRAFT' ? m.providerpayroll_calculate() : m.providerpayroll_calculate_again(),
    icon: IconCalculator,
  },
  approve: { name: m.providerpayroll_approve, icon: IconCheck },
  pay: { name: m.providerpayroll_pay, icon: IconSend },
};

interface Props {
  action: RunAction;
  run: Run;
  filesReady?: boolean;
  /** The action that the run waits for. */
  main: boolean;
  /** Who does it could approve the run, and cannot any more afterwards. */
  losesApproval?: boolean;
}

/** A button for the next step of the run, with the reason when it is disabled. */
export function RunActionButton({
  action,
  run,
  filesReady = false,
  main,
  losesApproval = false,
}: Props) {
  const viewerId = useSession()?.id ?? '';
  const reason = whyNot(action, run, { viewerId, filesReady });
  const { mutate, isPending } = useRunAction(run.id);
  const [refusedWith, setRefusedWith] = useState<readonly RunRefund[]>();
  const perform = () =>
    mutate(
      { action, seen: run },
      {
        onError: (error) => {
          if (error instanceof ApiProblem && error.errorKey === 'REFUNDS_CHANGED') {
            setRefusedWith(run.refunds);
          } else tellProblem(error);
        },
      },
    );
  const question = questionOf(action, run, losesApproval);
  const click = () => {
    if (question === undefined) perform();
    else ask(question, perform);
  };
  const { name, icon: ActionIcon } = LOOKS[action];
  return (
    <BarredButton
      reason={reason}
      variant={main && reason === undefined ? 'filled' : 'default'}
      leftSection={<ActionIcon size={18} aria-hidden="true" />}
      loading={isPending}
      onClick={click}
      beneath={refusedWith !== undefined && <RefundChanges seen={refusedWith} now={run.refunds} />}
    >
      {name(run)}
    </BarredButton>
  );
}

interface Question {
  readonly title: string;
  /** What follows from it, line by line. */
  readonly lines: readonly string[];
  readonly confirm: string;
}

/** What to ask before a action; nothing before one that can simply be done again. */
function questionOf(action: RunAction, run: Run, losesApproval: boolean): Question | undefined {
  const { payday, counts, totals, refunds, refundSum } = run;
  const sum = formatMoney(totals.salary);
  const count = paidCount(run);
  switch (action) {
    case 'calculate':
      return losesApproval
        ? {
            title: m.providerpayroll_again_title(),
            lines: [m.providerpayroll_again_figures(), m.providerpayroll_again_other()],
            confirm: m.providerpayroll_calculate_again(),
          }
        : undefined;
    case 'approve':
      return {
        title: m.providerpayroll_approve_title({ payday }),
        lines: [
          m.providerpayroll_approve_sum({ count, sum }),
          ...(refunds.length > 0
            ? [
                m.providerpayroll_approve_refunds({
                  count: refunds.length,
                  sum: formatMoney(refundSum),
                }),
              ]
            : []),
          ...(counts.held > 0 ? [m.providerpayroll_approve_held({ count: counts.held })] : []),
          m.providerpayroll_approve_final(),
          m.providerpayroll_approve_no_money(),
        ],
        confirm: m.providerpayroll_approve(),
      };
    case 'pay':
      return {
        title: m.providerpayroll_pay_title({ payday }),
        lines: [
          m.providerpayroll_pay_bank({ sum, payday }),
          m.providerpayroll_pay_slips({ count }),
          m.providerpayroll_pay_final(),
        ],
        confirm: m.providerpayroll_pay(),
      };
  }
}

function ask({ title, lines, confirm }: Question, perform: () => void) {
  modals.openConfirmModal({
    title,
    children: (
      <List spacing={6}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    ),
    labels: { confirm, cancel: m.dialog_cancel() },
    onConfirm: perform,
  });
}
