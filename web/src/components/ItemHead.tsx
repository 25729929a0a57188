import { Group, ActionIcon, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import classes from './ItemHead.module.css';
import { KeyHelp } from './shortcuts/KeyHelp';
import type { Walk } from './list/useWalk';

interface Props extends StepsProps {
  /** The link to the list. */
  back: ReactNode;
  keys: ComponentProps<typeof KeyHelp>['keys'];
  /** The page title and the state of the item. */
  title: ReactNode;
  actions: ReactNode;
  /** Dialogs of the actions. */
  children?: ReactNode;
}

/** The head of an item of a list: links to the list and its neighbours, its title and actions. */
export function ItemHead({ back, keys, title, actions, children, ...steps }: Props) {
  return (
    <div className={classes.head}>
      <Group justify="space-between" gap="xs">
        {back}
        <Group gap="xs">
          <Steps {...steps} />
          <KeyHelp keys={keys} />
        </Group>
      </Group>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" className={classes.title}>
          {title}
        </Group>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </div>
  );
}

interface StepsProps {
  walk: Walk;
  /** The names of the two steps. */
  previous: string;
  next: string;
}

/** The place in the list, and buttons to the neighbours. */
function Steps({ walk, previous, next }: StepsProps) {
  const { place, total, open } = walk;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="lg"
        disabled={walk.previous === undefined}
        onClick={() => open(walk.previous)}
        aria-label={previous}
        aria-keyshortcuts="K"
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      {total !== undefined && total > 0 && (
        <Text size="sm" c="dimmed" px={4}>
          {m.provider_place({ place: Math.min(place + 1, total), total })}
        </Text>
      )}
      <ActionIcon
        variant="default"
        size="lg"
        disabled={walk.next === undefined}
        onClick={() => open(walk.next)}
        aria-label={next}
        aria-keyshortcuts="J"
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}
