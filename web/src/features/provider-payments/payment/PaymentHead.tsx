import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { PaymentDetails, PaymentState } from '@/api/payments';
import { ButtonLink } from '@/components/links';
import { PageTitle } from '@/components/PageTitle';
import { KeyButton } from '@/components/provider/KeyButton';
import { KeyHelp } from '@/components/provider/KeyHelp';
import { useKeys } from '@/components/provider/keys';
import { StateBadge } from '@/components/provider/StateBadge';
import { Steps } from '@/components/provider/Steps';
import type { Walk } from '@/components/provider/useWalk';
import { m } from '@/paraglide/messages';
import { PAYMENT_STATES, paymentLabel } from '../paymentWords';
import { readPaymentSearch } from '../search';
import { AsideDialog } from './AsideDialog';
import { DESK_KEYS } from './deskKeys';
import { whyNot, type MoveKind } from './moves';
import classes from './Payment.module.css';
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

/** Which payment this is, where in the list, and what can be done besides matching it. */
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
    <div className={classes.head}>
      <Group justify="space-between" gap="xs">
        <ButtonLink
          to="/provider/payments"
          search={readPaymentSearch({ view: state })}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {PAYMENT_STATES[state].list()}
        </ButtonLink>
        <Group gap="xs">
          <Steps
            walk={walk}
            previous={m.providermoney_key_previous()}
            next={m.providermoney_key_next()}
          />
          <KeyHelp keys={[...keys, ...DESK_KEYS.map(({ key, name }) => ({ key, name: name() }))]} />
        </Group>
      </Group>
      <Group justify="space-between" gap="sm">
        <PaymentTitle details={details} />
        {details !== undefined && (
          <Group gap="xs">
            {MOVES.map(({ move, key, name }) => (
              <KeyButton
                key={move}
                name={name()}
                keyName={key}
                reason={whyNot(move, details)}
                busy={decisions.busyWith === details.payment.id}
                run={() => run(move)}
              />
            ))}
          </Group>
        )}
      </Group>
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
    </div>
  );
}

function PaymentTitle({ details }: { details: PaymentDetails | undefined }) {
  return (
    <Group gap="sm" className={classes.title}>
      <PageTitle>
        {details === undefined ? m.provider_page_payment() : paymentLabel(details.payment)}
      </PageTitle>
      {details !== undefined && <StateBadge state={PAYMENT_STATES[details.payment.state]} />}
    </Group>
  );
}
