import { Badge } from '@mantine/core';
import type { BillState } from '@/api/billTypes';
import { STATES, type ShownState } from './billWords';
import classes from './BillStatus.module.css';

interface Props {
  state: BillState;
  openRequest: boolean;
  creditNote?: boolean;
}

function shownState({ state, openRequest, creditNote = false }: Props): ShownState {
  if (openRequest) return 'OPEN_REQUESTED';
  return creditNote && state === 'PAID' ? 'SETTLED' : state;
}

/** Where a bill is on its way, in a word, a sign and a colour. */
export function BillStatus(props: Props) {
  const shown = shownState(props);
  const { text, colour, icon: StateIcon } = STATES[shown];
  return (
    <Badge
      className={classes.status}
      variant={shown === 'PAID' ? 'filled' : 'light'}
      color={colour}
      leftSection={<StateIcon size={14} aria-hidden="true" />}
    >
      {text()}
    </Badge>
  );
}
