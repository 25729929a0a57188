import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import type { Walk } from './useWalk';

interface Props {
  walk: Walk;
  /** What the two steps are called. */
  previous: string;
  next: string;
}

/** Where in a list one is, and a step either way. */
export function Steps({ walk, previous, next }: Props) {
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
