import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { PaymentDetails, PaymentState } from '@/api/payments';
import { useSession } from '@/api/session';
import { ItemHead } from '@/components/ItemHead';
import { ButtonLink } from '@/components/links';
import { PageTitle } from '@/components/PageTitle';
import { KeyButton } from '@/components/shortcuts/KeyButton';
import { useKeys } from '@/components/shortcuts/keys';
import { StateBadge } from '@/components/StateBadge';
import type { Walk } from '@/components/list/useWalk';
import { m } from '@/paraglide/messages';
import { PAYMENT_STATES, paymentLabel } from '../paymentWords';
import { readPaymentSearch } from '../search';
import { MATCH_KEYS } from './matchKeys';
import { whyNot, type MoveKind } from './moves';
import { PaymentDialog, type Asking } from './PaymentDialog';
import type { Decisions } from './useDecisions';

interface Move {
  readonly move: MoveKind;
  readonly key: string;
  readonly name: () => string;
}

/** While a match waits for a second person, nothing else is decided. */
const PROPOSAL_MOVES: readonly Move[] = [
  { move: 'confirm', key: 'a', name: m.providermoney_confirm },
  { move: 'reject', key: 'x', name: m.providermoney_reject },
  { move: 'withdraw', key: 'u', name: m.providermoney_withdraw },
];

const MOVES: readonly Move[] = [
  { move: 'refund', key: 'r', name: m.providermoney_refund },
  { move: 'set-aside', key: 'x', name: m.providermoney_aside },
  { move: 'undo', key: 'u', name: m.providermoney_undo },
];

interface Props {
  /** Which list is worked through. */
  state: PaymentState;
  walk: Walk;
  decisions: Decisions;
  details: PaymentDetails | undefined;
}

/** The title of the payment, its place in the list, and its actions besides matching. */
export function PaymentHead({ state, walk, decisions, details }: Props) {
  const [asking, ask] = useState<Asking>();
  const viewerId = useSession()?.id ?? '';
  const moves = details?.payment.state === 'PROPOSED' ? PROPOSAL_MOVES : MOVES;
  // Somebody else may have decided about the payment while it was asked.
  const mayAsk =
    details !== undefined &&
    asking !== undefined &&
    whyNot(asking, details, viewerId) === undefined;
  const run = (move: MoveKind) => {
    if (details === undefined || whyNot(move, details, viewerId) !== undefined) return;
    if (move === 'refund' || move === 'set-aside' || move === 'reject') ask(move);
    else if (move !== 'match') decisions.run(details, { kind: move });
  };
  const keys = [
    { key: 'j', name: m.providermoney_key_next(), run: () => walk.open(walk.next) },
    { key: 'k', name: m.providermoney_key_previous(), run: () => walk.open(walk.previous) },
    ...moves.map(({ move, key, name }) => ({ key, name: name(), run: () => run(move) })),
  ];
  useKeys(keys);
  return (
    <ItemHead
      walk={walk}
      previous={m.providermoney_key_previous()}
      next={m.providermoney_key_next()}
      keys={[...keys, ...MATCH_KEYS.map(({ key, name }) => ({ key, name: name() }))]}
      back={
        <ButtonLink
          to="/provider/payments"
          search={readPaymentSearch({ view: state })}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {PAYMENT_STATES[state].list()}
        </ButtonLink>
      }
      title={<PaymentTitle details={details} />}
      actions={
        details !== undefined &&
        moves.map(({ move, key, name }) => (
          <KeyButton
            key={move}
            name={name()}
            keyName={key}
            main={move === 'confirm'}
            reason={whyNot(move, details, viewerId)}
            busy={decisions.busyWith === details.payment.id}
            run={() => run(move)}
          />
        ))
      }
    >
      {mayAsk && (
        <PaymentDialog
          asking={asking}
          details={details}
          decisions={decisions}
          close={() => ask(undefined)}
        />
      )}
    </ItemHead>
  );
}

function PaymentTitle({ details }: { details: PaymentDetails | undefined }) {
  return (
    <>
      <PageTitle>
        {details === undefined ? m.provider_page_payment() : paymentLabel(details.payment)}
      </PageTitle>
      {details !== undefined && <StateBadge state={PAYMENT_STATES[details.payment.state]} />}
    </>
  );
}
