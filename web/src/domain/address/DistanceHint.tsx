import { Text } from '@mantine/core';
import { distanceText } from './distanceText';
import type { Distance } from './useDistance';

/** The way in words: how long it is, between which postal codes it was estimated, or that it has to be typed. */
export function DistanceHint({ distance }: { distance: Distance }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {distanceText(distance)}
    </Text>
  );
}
