import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { PaymentDetails, PaymentState } from '@/api/payments';
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
import { AsideDialog } from './AsideDialog';
import { MATCH_KEYS } from './matchKeys';
import { whyNot, type MoveKind } from './moves';
import { RefundDialog } from './RefundDialog';
import type { Decisions } from './useDecisions';

const MOVES: readonly { move: MoveKind; key: string; name: () => string }[] = [
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
  const [refunding, refund] = useDisclosure(false);
  const [settingAside, aside] = useDisclosure(false);
  const run = (move: MoveKind) => {
    if (details === undefined || whyNot(move, details) !== undefined) return;
    if (move === 'refund') refund.open();
    else if (move === 'set-aside') aside.open();
    else decisions.run(details, { kind: 'undo' });
  };
  const keys = [
    { key: 'j', name: m.providermoney_key_next(), run: () => walk.open(walk.next) },
    { key: 'k', name: m.providermoney_key_previous(), run: () => walk.open(walk.previous) },
    ...MOVES.map(({ move, key, name }) => ({ key, name: name(), run: () => run(move) })),
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
        MOVES.map(({ move, key, name }) => (
          <KeyButton
            key={move}
            name={name()}
            keyName={key}
            reason={whyNot(move, details)}
            busy={decisions.busyWith === details.payment.id}
            run={() => run(move)}
          />
        ))
      }
    >
      {details !== undefined && refunding && (
        <RefundDialog details={details} decisions={decisions} close={refund.close} />
      )}
      {details !== undefined && settingAside && (
        <AsideDialog
          payment={details.payment}
          close={aside.close}
          send={(note) => {
            aside.close();
            decisions.run(details, { kind: 'set-aside', note });
          }}
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
