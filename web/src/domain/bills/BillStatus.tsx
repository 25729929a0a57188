import { Badge } from '@mantine/core';
import type { BillState } from '@/api/billTypes';
import { STATES } from './billWords';
import classes from './BillStatus.module.css';

interface Props {
  state: BillState;
  openRequest: boolean;
}

/** Where a bill is on its way, in a word, a sign and a colour. */
export function BillStatus({ state, openRequest }: Props) {
  const { text, colour, icon: StateIcon } = STATES[openRequest ? 'OPEN_REQUESTED' : state];
  return (
    <Badge
      className={classes.status}
      variant={state === 'PAID' ? 'filled' : 'light'}
      color={colour}
      leftSection={<StateIcon size={14} aria-hidden="true" />}
    >
      {text()}
    </Badge>
  );
}
