import { Badge, type MantineColor } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

/** How a state looks and is called. */
export interface StateWords {
  readonly text: () => string;
  readonly colour: MantineColor;
  readonly icon: Icon;
}

/** A state in a word, a sign and a colour. */
export function StateBadge({ state }: { state: StateWords }) {
  const { text, colour, icon: StateIcon } = state;
  return (
    <Badge
      variant="light"
      color={colour}
      tt="none"
      miw="max-content"
      leftSection={<StateIcon size={14} aria-hidden="true" />}
    >
      {text()}
    </Badge>
  );
}
