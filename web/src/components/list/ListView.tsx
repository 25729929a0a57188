import { Button, Center, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Listing } from '@/api/listing';
import { m } from '@/paraglide/messages';
import { LoadFailure } from '../LoadFailure';

interface Props<Item> {
  list: Listing<Item>;
  /** What to say when there is nothing in the list. */
  empty: ReactNode;
  /** Draws the items, of which there is at least one. */
  children: (items: readonly Item[]) => ReactNode;
}

/** A list in whatever state it is: being fetched, failed, empty, or with more to come. */
export function ListView<Item>({ list, empty, children }: Props<Item>) {
  return (
    <Stack gap="sm" aria-busy={list.loading || list.outdated}>
      {list.loading && <LoadingRows />}
      {list.failure !== null && <LoadFailure error={list.failure} retry={list.retry} />}
      {list.empty && (
        <Text c="dimmed" component="div">
          {empty}
        </Text>
      )}
      {list.items.length > 0 && children(list.items)}
      {list.hasMore && (
        <Center>
          <Button variant="default" size="sm" loading={list.loadingMore} onClick={list.loadMore}>
            {m.provider_show_more()}
          </Button>
        </Center>
      )}
    </Stack>
  );
}

function LoadingRows() {
  return (
    <Stack gap="xs" role="status" aria-label={m.loading()}>
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} height={40} />
      ))}
    </Stack>
  );
}
