import { Button, Card, Center, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BillList } from '@/api/billLists';
import { m } from '@/paraglide/messages';
import { LoadFailure } from '@/components/LoadFailure';
import { BillCard } from './BillCard';
import classes from './BillCard.module.css';
import { BillTable } from './BillTable';

export type BillView = 'cards' | 'table';

interface Props {
  /** What the list holds. */
  caption: string;
  list: BillList;
  view: BillView;
  /** What to show when the list is there and has nothing in it. */
  empty: ReactNode;
}

/** A list of bills in whatever state it is: being fetched, failed, empty, or with more to come. */
export function BillResults({ caption, list, view, empty }: Props) {
  const { items: bills, total, failure, loading } = list;
  return (
    <Stack>
      {loading && <LoadingBills view={view} />}
      {failure !== null && <LoadFailure error={failure} retry={list.retry} />}
      {total === 0 && failure === null && empty}
      {bills.length > 0 && view === 'cards' && (
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
          {bills.map((bill) => (
            <BillCard key={bill.id} bill={bill} />
          ))}
        </SimpleGrid>
      )}
      {bills.length > 0 && view === 'table' && <BillTable caption={caption} bills={bills} />}
      {list.hasMore && (
        <Center>
          <Stack align="center" gap="xs">
            <Text size="sm" c="dimmed">
              {m.bills_shown_of({ shown: bills.length, total: total ?? bills.length })}
            </Text>
            <Button variant="default" loading={list.loadingMore} onClick={list.loadMore}>
              {m.bills_load_more()}
            </Button>
          </Stack>
        </Center>
      )}
    </Stack>
  );
}

function LoadingBills({ view }: { view: BillView }) {
  const lines = [1, 2, 3];
  return (
    <div role="status" aria-label={m.loading()}>
      {view === 'table' ? (
        <Stack gap="xs">
          {lines.map((line) => (
            <Skeleton key={line} height={56} />
          ))}
        </Stack>
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
          {lines.map((line) => (
            <Card key={line} withBorder className={classes.card}>
              <Skeleton height={24} width="40%" />
              <Skeleton height={28} width="70%" />
              <Skeleton height={80} />
              <Skeleton height={36} width="50%" />
            </Card>
          ))}
        </SimpleGrid>
      )}
    </div>
  );
}
