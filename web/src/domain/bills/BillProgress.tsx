import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import type { BillCard } from '@/api/billLists';
import { billHistoryQuery, type Bill } from '@/api/bills';
import { useReadiness } from '@/api/readiness';
import { useSession } from '@/api/session';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import { methodText } from '../customers/texts';
import { TextLink } from '@/components/links';
import classes from './BillProgress.module.css';
import { Leaving } from './Leaving';
import { isDone, momentOf, nextOf, stepOf, STEP_IDS, STEPS, type StepId } from './progress';

/** On a card: how far the bill is, and what it waits for. */
export function ProgressLine({ bill }: { bill: BillCard }) {
  const reached = stepOf({ ...bill, inSalary: bill.salaryPayday !== null });
  if (reached === undefined) {
    // A credit note has no way to a salary, but leaves as every other bill.
    return (
      bill.leavesAt !== null && (
        <Text size="sm" c="dimmed">
          <Leaving at={bill.leavesAt} />
        </Text>
      )
    );
  }
  return (
    <div>
      <div className={classes.bar} aria-hidden="true">
        {STEP_IDS.map((step) => (
          <span key={step} data-done={isDone(step, reached) || undefined} />
        ))}
      </div>
      <Text size="sm" c="dimmed">
        <Next reached={reached} bill={bill} />
      </Text>
    </div>
  );
}

/** On the page of a bill that has set out: each step, when it was taken, and what comes next. */
export function BillProgress({ bill }: { bill: Bill }) {
  const personId = useSession()?.id ?? '';
  const history = useQuery(billHistoryQuery(personId, bill.id));
  const reached = stepOf({
    ...bill,
    creditNote: bill.creditOf !== null,
    inSalary: bill.paidIn !== null,
  });
  if (reached === undefined) return null;
  const events = history.data?.events ?? [];
  return (
    <section className={classes.way} aria-label={m.bills_progress()}>
      <ol className={classes.steps}>
        {STEP_IDS.map((step) => {
          const done = isDone(step, reached);
          const at = momentOf(step, events);
          return (
            <li
              key={step}
              data-done={done || undefined}
              aria-current={step === reached ? 'step' : undefined}
            >
              <span className={classes.mark} aria-hidden="true">
                {done && <IconCheck size={14} stroke={3} />}
              </span>
              <span className={classes.name}>{STEPS[step].name()}</span>
              {done && at !== undefined && (
                <span className={classes.moment}>{formatInstant(at)}</span>
              )}
              {step === 'closed' && done && bill.delivery !== null && (
                <Text size="sm" c="dimmed" className={classes.note}>
                  {methodText(bill.delivery.method)}
                </Text>
              )}
              {step === 'salary' && bill.paidIn !== null && (
                <TextLink
                  to="/salaries/$salaryId"
                  params={{ salaryId: bill.paidIn.salaryId }}
                  size="sm"
                  className={classes.note}
                >
                  {m.salaries_slip({ number: bill.paidIn.number })}
                </TextLink>
              )}
            </li>
          );
        })}
      </ol>
      <Text size="sm" c="dimmed">
        <Next reached={reached} bill={bill} />
      </Text>
    </section>
  );
}

interface NextProps {
  reached: StepId;
  bill: Pick<Bill, 'leavesAt' | 'remindedOn'>;
}

/** What the bill waits for. One that leaves by itself says when. */
function Next({ reached, bill: { leavesAt, remindedOn } }: NextProps) {
  const readiness = useReadiness(reached === 'paid');
  return leavesAt === null ? nextOf(reached, remindedOn, readiness) : <Leaving at={leavesAt} />;
}
