import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPencil,
  IconWallet,
} from '@tabler/icons-react';
import type { LateReceipt } from '@/api/lateReceipts';
import type { StateWords } from '@/components/StateBadge';
import { m } from '@/paraglide/messages';

const WORDS: Readonly<Record<LateReceipt['state'], StateWords>> = {
  DRAFT: { text: m.latereceipts_state_draft, colour: 'gray', icon: IconPencil },
  WAITING: { text: m.latereceipts_state_waiting, colour: 'yellow', icon: IconClock },
  APPROVED: { text: m.latereceipts_state_approved, colour: 'blue', icon: IconCircleCheck },
  REFUSED: { text: m.latereceipts_state_refused, colour: 'red', icon: IconCircleX },
};

/** How far a late receipt has come. */
export function stateWords({ state, payday, paid }: LateReceipt): StateWords {
  if (payday === null) return WORDS[state];
  const text = () =>
    paid ? m.latereceipts_state_paid({ payday }) : m.latereceipts_state_payday({ payday });
  return { text, colour: 'green', icon: IconWallet };
}
