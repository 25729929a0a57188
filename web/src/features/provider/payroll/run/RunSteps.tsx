import { IconCheck } from '@tabler/icons-react';
import type { Run } from '@/api/payroll';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import classes from './RunSteps.module.css';
import { stepsOf, type StepId } from './steps';

const NAMES: Readonly<Record<StepId, () => string>> = {
  made: m.providerpayroll_step_made,
  calculated: m.providerpayroll_step_calculated,
  approved: m.providerpayroll_step_approved,
  files: m.providerpayroll_step_files,
  paid: m.providerpayroll_step_paid,
};

interface Props {
  run: Run;
  filesReady: boolean;
}

/** The way of a run: who did which step and when, and which one comes next. */
export function RunSteps({ run, filesReady }: Props) {
  return (
    <ol className={classes.steps} aria-label={m.providerpayroll_steps()}>
      {stepsOf(run, filesReady).map(({ id, done, current, doneBy }, place) => (
        <li
          key={id}
          data-done={done || undefined}
          aria-current={current ? 'step' : undefined}
          className={classes.step}
        >
          <span className={classes.mark} aria-hidden="true">
            {done ? <IconCheck size={16} stroke={3} /> : place + 1}
          </span>
          <span className={classes.name}>{NAMES[id]()}</span>
          {doneBy !== null && (
            <span className={classes.doneBy}>
              <span>{doneBy.name}</span>
              <time dateTime={doneBy.at}>{formatInstant(doneBy.at)}</time>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
