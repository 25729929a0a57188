import { Text } from '@mantine/core';
import type { Distance } from './useDistance';

/** The way in words. */
export function DistanceHint({ distance }: { distance: Distance }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {distance.km}
    </Text>
  );
}
