import { Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, type Icon } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { Dashboard, WaitingWork } from '@/api/dashboard';
import { TextLink } from '@/components/links';
import { Waiting } from '@/components/Waiting';
import { useMayOpen } from '@/domain/useMayOpen';
import { GOAL_DAYS, isPastGoal } from '@/lib/waiting';
import { m } from '@/paraglide/messages';
import classes from './Dashboard.module.css';

interface Tile {
  readonly name: () => string;
  readonly work: (dashboard: Dashboard) => WaitingWork;
  readonly path: `/provider/${
    | 'bills'
    | 'late-receipts'
    | 'tax-cards'
    | 'payments'
    | 'payouts'
    | 'advances'
    | 'deliveries'
    | 'mails'
    | 'jobs'}`;
  readonly search?:
    { queue: 'mine' | 'open-requests' | 'approved' } | { view: 'PROPOSED' | 'REFUNDABLE' };
  /** Counts failures, not waiting work. */
  readonly icon?: Icon;
  /** Waits for its day, not for the viewer. */
  readonly unhurried?: true;
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
    unhurried: true,
  },
  {
    name: m.provider_waits_late_receipts,
    work: ({ lateReceipts }) => lateReceipts,
    path: '/provider/late-receipts',
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
    name: m.provider_waits_payouts,
    work: ({ readyPayouts }) => readyPayouts,
    path: '/provider/payouts',
  },
  {
    name: m.provider_waits_advances,
    work: ({ requestedAdvances }) => requestedAdvances,
    path: '/provider/advances',
  },
  {
    name: m.provider_failed_deliveries,
    work: ({ failedDeliveries }) => failedDeliveries,
    path: '/provider/deliveries',
    icon: IconAlertTriangle,
  },
  {
    name: m.provider_failed_mails,
    work: ({ failedMails }) => failedMails,
    path: '/provider/mails',
    icon: IconAlertTriangle,
  },
  {
    name: m.provider_failed_jobs,
    work: ({ failedJobs }) => failedJobs,
    path: '/provider/jobs',
    icon: IconAlertTriangle,
  },
];

/** The work that waits for the viewer's roles, the most urgent first; what does not wait is named below it. */
export function WaitingTiles({ dashboard }: { dashboard: Dashboard }) {
  const mayOpen = useMayOpen();
  const [now] = useState(() => Date.now());
  const tiles = TILES.filter(({ path }) => mayOpen(path));
  if (tiles.length === 0) return null;
  const waiting = byUrgency(
    tiles.filter((tile) => tile.work(dashboard).count > 0),
    dashboard,
    now,
  );
  const idle = tiles.filter((tile) => !waiting.includes(tile));
  return (
    <Stack component="section" gap="sm" aria-labelledby="waiting-work">
      <div>
        <Title order={2} id="waiting-work">
          {m.provider_waits()}
        </Title>
        <Text size="sm" c="dimmed">
          {m.provider_waits_goal({ days: GOAL_DAYS })}
        </Text>
      </div>
      {waiting.length > 0 ? (
        <Paper withBorder component="ul" className={classes.list}>
          {waiting.map((tile) => (
            <WaitingLine key={tile.name()} tile={tile} work={tile.work(dashboard)} now={now} />
          ))}
        </Paper>
      ) : (
        <Text>{m.provider_waits_none()}</Text>
      )}
      {idle.length > 0 && waiting.length > 0 && <Idle tiles={idle} />}
    </Stack>
  );
}

/** What should be handled by now, then what failed, then the rest; each in the order of the table. */
function byUrgency(tiles: readonly Tile[], dashboard: Dashboard, now: number): readonly Tile[] {
  const rank = (tile: Tile) => {
    if (isLate(tile, tile.work(dashboard), now)) return 0;
    return tile.icon === undefined ? 2 : 1;
  };
  return tiles.toSorted((one, other) => rank(one) - rank(other));
}

function isLate({ unhurried }: Tile, { oldest }: WaitingWork, now: number): boolean {
  return unhurried !== true && oldest !== null && isPastGoal(oldest, now);
}

interface LineProps {
  tile: Tile;
  work: WaitingWork;
  now: number;
}

function WaitingLine({ tile, work, now }: LineProps) {
  const { name, path, search = {}, icon: TileIcon, unhurried } = tile;
  return (
    <li className={classes.line} data-late={isLate(tile, work, now) || undefined}>
      <span className={classes.count}>{work.count}</span>
      <TextLink to={path} search={search} c="inherit" fw={600} className={classes.link}>
        {name()}
      </TextLink>
      {TileIcon && <TileIcon size={20} aria-hidden="true" className={classes.failed} />}
      {work.oldest !== null && unhurried !== true && (
        <Text size="sm" c="dimmed" component="span" className={classes.oldest}>
          {m.provider_waits_oldest()} <Waiting since={work.oldest} />
        </Text>
      )}
    </li>
  );
}

/** Nothing to do there, but the way is short. */
function Idle({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <Text size="sm" c="dimmed">
      {m.provider_waits_idle()}{' '}
      {tiles.map(({ name, path, search = {} }, place) => (
        <Fragment key={name()}>
          {place > 0 && ' · '}
          <TextLink to={path} search={search} c="inherit" inherit>
            {name()}
          </TextLink>
        </Fragment>
      ))}
    </Text>
  );
}
