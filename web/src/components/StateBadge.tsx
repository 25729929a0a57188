import { Badge } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

/**
 * The one table of the colours of states: gray is not begun, or over without a result; blue is on its way, and nobody
 * need do anything; yellow waits for a person; red is late, failed or refused; green is done, of money only what is paid.
 */
type StateColour = 'gray' | 'blue' | 'yellow' | 'red' | 'green';

/** How a state looks and is called. */
export interface StateWords {
  readonly text: () => string;
  readonly colour: StateColour;
  readonly icon: Icon;
}

/** A state in a word, a sign and a colour. */
export function StateBadge({ state, filled = false }: { state: StateWords; filled?: boolean }) {
  const { text, colour, icon: StateIcon } = state;
  return (
    <Badge
      variant={filled ? 'filled' : 'light'}
      color={colour}
      miw="max-content"
      leftSection={<StateIcon size={14} aria-hidden="true" />}
    >
      {text()}
    </Badge>
  );
}
