import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { QueueName, Review } from '@/api/providerBills';
import { BillStatus } from '@/components/bills/BillStatus';
import { ButtonLink } from '@/components/links';
import { PageTitle } from '@/components/PageTitle';
import { KeyButton } from '@/components/provider/KeyButton';
import { KeyHelp } from '@/components/provider/KeyHelp';
import { useKeys } from '@/components/provider/keys';
import { Steps } from '@/components/provider/Steps';
import type { Walk } from '@/components/provider/useWalk';
import { m } from '@/paraglide/messages';
import { readQueueSearch } from '../search';
import { whyNot, type MoveKind } from './moves';
import { ReturnDialog } from './ReturnDialog';
import classes from './Review.module.css';
import { reviewLabel } from './reviewLabel';
import type { useMoves } from './useMoves';

interface MoveButton {
  readonly move: MoveKind;
  readonly key: string;
  readonly name: () => string;
  readonly main?: boolean;
}

const MOVES: readonly MoveButton[] = [
  { move: 'take', key: 't', name: m.providerbills_take },
  { move: 'approve', key: 'a', name: m.providerbills_approve, main: true },
  { move: 'return', key: 'r', name: m.providerbills_return },
];

/** What answers the worker who wants the bill back; shown when they do. */
const ANSWERS: readonly MoveButton[] = [
  { move: 'grant', key: 'g', name: m.providerbills_grant, main: true },
  { move: 'refuse', key: 'x', name: m.providerbills_refuse },
];

interface Props {
  queue: QueueName;
  walk: Walk;
  moves: ReturnType<typeof useMoves>;
  review: Review | undefined;
}

/** Which bill this is, where in the queue, and all that can be done to it. */
export function ReviewHead({ queue, walk, moves, review }: Props) {
  const [returning, { open: askReason, close }] = useDisclosure(false);
  const run = (move: MoveKind) => {
    if (review === undefined || whyNot(move, review) !== undefined) return;
    if (move === 'return') askReason();
    else moves.run(review, { kind: move });
  };
  const keys = [
    { key: 'j', name: m.providerbills_key_next(), run: () => walk.open(walk.next) },
    { key: 'k', name: m.providerbills_key_previous(), run: () => walk.open(walk.previous) },
    ...[...MOVES, ...ANSWERS].map(({ move, key, name }) => ({
      key,
      name: name(),
      run: () => run(move),
    })),
  ];
  useKeys(keys);
  return (
    <div className={classes.head}>
      <Group justify="space-between" gap="xs">
        <ButtonLink
          to="/provider/bills"
          search={readQueueSearch({ queue })}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {m.provider_page_bills()}
        </ButtonLink>
        <Group gap="xs">
          <Steps
            walk={walk}
            previous={m.providerbills_key_previous()}
            next={m.providerbills_key_next()}
          />
          <KeyHelp keys={keys} />
        </Group>
      </Group>
      <Group justify="space-between" gap="sm">
        <ReviewTitle review={review} />
        {review !== undefined && (
          <MoveButtons review={review} busy={moves.busy === review.bill.id} run={run} />
        )}
      </Group>
      {review !== undefined && returning && (
        <ReturnDialog
          label={reviewLabel(review)}
          close={close}
          send={(reason) => {
            close();
            moves.run(review, { kind: 'return', reason });
          }}
        />
      )}
    </div>
  );
}

function ReviewTitle({ review }: { review: Review | undefined }) {
  return (
    <Group gap="sm" className={classes.title}>
      <PageTitle>{review === undefined ? m.provider_page_bill() : reviewLabel(review)}</PageTitle>
      {review !== undefined && (
        <BillStatus state={review.bill.state} openRequest={review.bill.openRequest} />
      )}
    </Group>
  );
}

interface MoveButtonsProps {
  review: Review;
  busy: boolean;
  run: (move: MoveKind) => void;
}

function MoveButtons({ review, busy, run }: MoveButtonsProps) {
  const shown = review.bill.openRequest ? [...ANSWERS, ...MOVES] : MOVES;
  return (
    <Group gap="xs">
      {shown.map((button) => (
        <KeyButton
          key={button.move}
          name={button.name()}
          keyName={button.key}
          main={button.main}
          reason={whyNot(button.move, review)}
          busy={busy}
          run={() => run(button.move)}
        />
      ))}
    </Group>
  );
}
