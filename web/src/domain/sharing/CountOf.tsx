import { Text } from '@mantine/core';
import type { Listing } from '@/api/listing';

interface Props {
  list: Pick<Listing<unknown>, 'total'>;
  words: (inputs: { count: number }) => string;
}

/** How many there are of something, said as soon as it is known. */
export function CountOf({ list: { total }, words }: Props) {
  return (
    <Text role="status" c="dimmed">
      {total !== undefined && words({ count: total })}
    </Text>
  );
}
