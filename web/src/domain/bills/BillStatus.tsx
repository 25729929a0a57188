import { useToday } from '@/api/today';
import type { BillState } from '@/api/billTypes';
import { StateBadge, type StateWords } from '@/components/StateBadge';
import { lateState, STATES, type ShownState } from './billWords';
import { daysLate } from './due';

interface Props {
  state: BillState;
  openRequest: boolean;
  creditNote?: boolean;
  /** Where it is given, a sent bill that was not paid by then is late. */
  exactDueDate?: string | null;
}

function shownState({ state, openRequest, creditNote = false }: Props): ShownState {
  if (openRequest) return 'OPEN_REQUESTED';
  return creditNote && state === 'PAID' ? 'SETTLED' : state;
}

/** Where a bill is on its way, in a word, a sign and a colour. */
export function BillStatus(props: Props) {
  const { today } = useToday();
  const { state, creditNote = false, exactDueDate = null } = props;
  const late = daysLate({ state, creditNote, exactDueDate }, today);
  const shown = shownState(props);
  const words: StateWords = late === undefined ? STATES[shown] : lateState(late);
  return <StateBadge state={words} filled={shown === 'PAID'} />;
}
