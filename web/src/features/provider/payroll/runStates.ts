import {
  IconCircleCheck,
  IconFileCheck,
  IconHourglass,
  IconPencil,
  IconUserCheck,
} from '@tabler/icons-react';
import type { RunState } from '@/api/payroll';
import type { StateWords } from '@/components/StateBadge';
import { m } from '@/paraglide/messages';

export const RUN_STATES: Readonly<Record<RunState, StateWords>> = {
  DRAFT: { text: m.providerpayroll_state_draft, colour: 'gray', icon: IconPencil },
  CALCULATING: { text: m.providerpayroll_state_calculating, colour: 'blue', icon: IconHourglass },
  CALCULATED: { text: m.providerpayroll_state_calculated, colour: 'yellow', icon: IconUserCheck },
  APPROVED: { text: m.providerpayroll_state_approved, colour: 'blue', icon: IconHourglass },
  POSTED: { text: m.providerpayroll_state_posted, colour: 'yellow', icon: IconFileCheck },
  PAID: { text: m.providerpayroll_state_paid, colour: 'green', icon: IconCircleCheck },
};
