import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { IconArrowLeft } from '@tabler/icons-react';
import type { QueueName, Review } from '@/api/providerBills';
import { BillStatus } from '@/domain/bills/BillStatus';
import { ItemHead } from '@/components/ItemHead';
import { ButtonLink } from '@/components/links';
import { PageTitle } from '@/components/PageTitle';
import { KeyButton } from '@/components/shortcuts/KeyButton';
import { useKeys } from '@/components/shortcuts/keys';
import type { Walk } from '@/components/list/useWalk';
import { m } from '@/paraglide/messages';
import { readQueueSearch } from '../search';
import { whyNot, type MoveKind } from './moves';
import { ReturnDialog } from './ReturnDialog';
import { reviewLabel } from '../billLabel';
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

/** Answers to a worker who asked to open the bill again. */
const ANSWERS: readonly MoveButton[] = [
  { move: 'grant', key: 'g', name: m.providerbills_grant, main: true },
  { move: 'refuse', key: 'x', name: m.providerbills_refuse },
];

/** While an approved bill waits to go to its customer. */
const WAITING: readonly MoveButton[] = [
  { move: 'unapprove', key: 'u', name: m.providerbills_unapprove },
  { move: 'send', key: 's', name: m.providerbills_send_now },
];

interface Props {
  queue: QueueName;
  walk: Walk;
  moves: ReturnType<typeof useMoves>;
  review: Review | undefined;
  /** Whether the bill itself is on the screen. */
  seen: boolean;
  /** Something that was typed is not saved yet, and an approval would lose it. */
  unsaved: boolean;
}

/** The title of the bill, its place in the queue, and its actions. */
export function ReviewHead({ queue, walk, moves, review, seen, unsaved }: Props) {
  const [returning, { open: askReason, close }] = useDisclosure(false);
  const barred = (move: MoveKind, of: Review) =>
    whyNot(move, of, seen) ??
    (move === 'approve' && unsaved ? m.providerbills_barred_unsaved() : undefined);
  const run = (move: MoveKind) => {
    if (review === undefined || barred(move, review) !== undefined) return;
    if (move === 'return') askReason();
    else if (move === 'send') askBeforeSending(() => moves.run(review, { kind: move }));
    else moves.run(review, { kind: move });
  };
  const keys = [
    { key: 'j', name: m.providerbills_key_next(), run: () => walk.open(walk.next) },
    { key: 'k', name: m.providerbills_key_previous(), run: () => walk.open(walk.previous) },
    ...[...MOVES, ...ANSWERS, ...WAITING].map(({ move, key, name }) => ({
      key,
      name: name(),
      run: () => run(move),
    })),
  ];
  useKeys(keys);
  return (
    <ItemHead
      walk={walk}
      previous={m.providerbills_key_previous()}
      next={m.providerbills_key_next()}
      keys={keys}
      back={
        <ButtonLink
          to="/provider/bills"
          search={readQueueSearch({ queue })}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {m.provider_page_bills()}
        </ButtonLink>
      }
      title={<ReviewTitle review={review} />}
      actions={
        review !== undefined && (
          <MoveButtons
            review={review}
            barred={barred}
            busy={moves.busy === review.bill.id}
            run={run}
          />
        )
      }
    >
      {review !== undefined && returning && barred('return', review) === undefined && (
        <ReturnDialog
          label={reviewLabel(review)}
          close={close}
          busy={moves.busy === review.bill.id}
          send={(reason) => moves.runAndWait(review, { kind: 'return', reason }, close)}
        />
      )}
    </ItemHead>
  );
}

/** Nobody can take the bill back once it is out, and sending it now skips the time in which one could. */
function askBeforeSending(send: () => void) {
  modals.openConfirmModal({
    title: m.providerbills_send_now_title(),
    children: m.providerbills_send_now_body(),
    labels: { confirm: m.providerbills_send_now(), cancel: m.dialog_cancel() },
    onConfirm: send,
  });
}

function ReviewTitle({ review }: { review: Review | undefined }) {
  return (
    <>
      <PageTitle>{review === undefined ? m.provider_page_bill() : reviewLabel(review)}</PageTitle>
      {review !== undefined && (
        <BillStatus
          state={review.bill.state}
          openRequest={review.bill.openRequest}
          creditNote={review.bill.creditOf !== null}
          exactDueDate={review.bill.exactDueDate}
        />
      )}
    </>
  );
}

function buttonsOf({ bill: { state, openRequest } }: Review): readonly MoveButton[] {
  if (state === 'APPROVED') return WAITING;
  return openRequest ? [...ANSWERS, ...MOVES] : MOVES;
}

interface MoveButtonsProps {
  review: Review;
  barred: (move: MoveKind, of: Review) => string | undefined;
  busy: boolean;
  run: (move: MoveKind) => void;
}

function MoveButtons({ review, barred, busy, run }: MoveButtonsProps) {
  return buttonsOf(review).map((button) => (
    <KeyButton
      key={button.move}
      name={button.name()}
      keyName={button.key}
      main={button.main}
      reason={barred(button.move, review)}
      busy={busy}
      run={() => run(button.move)}
    />
  ));
}
