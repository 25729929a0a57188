import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, type Icon } from '@tabler/icons-react';
import type { Dashboard, WaitingWork } from '@/api/dashboard';
import { TextLink } from '@/components/links';
import { Waiting } from '@/components/Waiting';
import { useMayOpen } from '@/domain/useMayOpen';
import { m } from '@/paraglide/messages';
import classes from './Dashboard.module.css';

interface Tile {
  readonly name: () => string;
  readonly work: (dashboard: Dashboard) => WaitingWork;
  readonly path: `/provider/${'bills' | 'tax-cards' | 'payments' | 'deliveries' | 'jobs'}`;
  readonly search?:
    { queue: 'mine' | 'open-requests' | 'approved' } | { view: 'PROPOSED' | 'REFUNDABLE' };
  /** Counts failures, not waiting work. */
  readonly icon?: Icon;
}

const TILES: readonly Tile[] = [
  {
    name: m.provider_waits_pending,
    work: ({ pendingBills }) => pendingBills,
    path: '/provider/bills',
  },
  {
    name: m.provider_waits_mine,
    work: ({ myBills }) => myBills,
    path: '/provider/bills',
    search: { queue: 'mine' },
  },
  {
    name: m.provider_waits_requests,
    work: ({ openRequests }) => openRequests,
    path: '/provider/bills',
    search: { queue: 'open-requests' },
  },
  {
    name: m.provider_waits_approved,
    work: ({ approvedBills }) => approvedBills,
    path: '/provider/bills',
    search: { queue: 'approved' },
  },
  {
    name: m.provider_waits_tax_cards,
    work: ({ taxCards }) => taxCards,
    path: '/provider/tax-cards',
  },
  {
    name: m.provider_waits_unmatched,
    work: ({ unmatchedPayments }) => unmatchedPayments,
    path: '/provider/payments',
  },
  {
    name: m.provider_waits_refundable,
    work: ({ refundablePayments }) => refundablePayments,
    path: '/provider/payments',
    search: { view: 'REFUNDABLE' },
  },
  {
    name: m.provider_waits_proposed,
    work: ({ proposedPayments }) => proposedPayments,
    path: '/provider/payments',
    search: { view: 'PROPOSED' },
  },
  {
    name: m.provider_failed_deliveries,
    work: ({ failedDeliveries }) => failedDeliveries,
    path: '/provider/deliveries',
    icon: IconAlertTriangle,
  },
  {
    name: m.provider_failed_jobs,
    work: ({ failedJobs }) => failedJobs,
    path: '/provider/jobs',
    icon: IconAlertTriangle,
  },
];

/** The work that waits for the viewer's roles, each kind with its oldest. */
export function WaitingTiles({ dashboard }: { dashboard: Dashboard }) {
  const mayOpen = useMayOpen();
  const tiles = TILES.filter(({ path }) => mayOpen(path));
  if (tiles.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="waiting-work">
      <Title order={2} id="waiting-work">
        {m.provider_waits()}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        {tiles.map((tile) => (
          <WaitingTile key={tile.name()} tile={tile} work={tile.work(dashboard)} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function WaitingTile({ tile, work: { count, oldest } }: { tile: Tile; work: WaitingWork }) {
  const { name, path, search = {}, icon: TileIcon } = tile;
  return (
    <Paper
      withBorder
      p="md"
      className={classes.tile}
      data-failed={(TileIcon && count > 0) || undefined}
    >
      <TextLink to={path} search={search} c="inherit" fw={600} className={classes.link}>
        {name()}
      </TextLink>
      <div className={classes.count}>
        {TileIcon && count > 0 && <TileIcon size={24} aria-hidden="true" />}
        {count}
      </div>
      <Text size="sm" c="dimmed" component="div">
        {oldest === null ? (
          m.provider_waits_nothing()
        ) : (
          <>
            {m.provider_waits_oldest()} <Waiting since={oldest} />
          </>
        )}
      </Text>
    </Paper>
  );
}
