import {
  IconCircleCheck,
  IconFileCheck,
  IconHourglass,
  IconPencil,
  IconUserCheck,
} from '@tabler/icons-react';
import type { RunLine, RunState } from '@/api/payroll';
import type { StateWords } from '@/components/StateBadge';
import { m } from '@/paraglide/messages';

const UNAPPROVING: StateWords = {
  text: m.providerpayroll_state_unapproving,
  colour: 'yellow',
  icon: IconHourglass,
};

const RUN_STATES: Readonly<Record<RunState, StateWords>> = {
  DRAFT: { text: m.providerpayroll_state_draft, colour: 'gray', icon: IconPencil },
  CALCULATING: { text: m.providerpayroll_state_calculating, colour: 'blue', icon: IconHourglass },
  CALCULATED: { text: m.providerpayroll_state_calculated, colour: 'yellow', icon: IconUserCheck },
  APPROVED: { text: m.providerpayroll_state_approved, colour: 'blue', icon: IconHourglass },
  POSTED: { text: m.providerpayroll_state_posted, colour: 'yellow', icon: IconFileCheck },
  PAID: { text: m.providerpayroll_state_paid, colour: 'green', icon: IconCircleCheck },
};

/** The state of a run in words. */
export function stateOf({
  state,
  unapproving,
}: Pick<RunLine, 'state' | 'unapproving'>): StateWords {
  return unapproving ? UNAPPROVING : RUN_STATES[state];
}
