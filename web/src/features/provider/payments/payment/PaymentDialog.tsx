import type { PaymentDetails } from '@/api/payments';
import { AsideDialog } from './AsideDialog';
import { RefundDialog } from './RefundDialog';
import { RejectDialog } from './RejectDialog';
import type { Decisions } from './useDecisions';

/** The decisions that ask for something first. */
export type Asking = 'refund' | 'set-aside' | 'reject';

interface Props {
  asking: Asking;
  details: PaymentDetails;
  decisions: Decisions;
  close: () => void;
}

/** Asks what a decision needs: an account, or a reason. */
export function PaymentDialog({ asking, details, decisions, close }: Props) {
  if (asking === 'refund') {
    return <RefundDialog details={details} decisions={decisions} close={close} />;
  }
  const Dialog = asking === 'reject' ? RejectDialog : AsideDialog;
  return (
    <Dialog
      payment={details.payment}
      close={close}
      busy={decisions.busyWith === details.payment.id}
      send={(note) => decisions.runAndWait(details, { kind: asking, note }, { done: close })}
    />
  );
}
