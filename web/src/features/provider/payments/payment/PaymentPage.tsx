import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paymentQuery, usePaymentCache, usePayments, type PaymentState } from '@/api/payments';
import { LoadFailure } from '@/components/LoadFailure';
import { useWalk } from '@/components/list/useWalk';
import { m } from '@/paraglide/messages';
import { FIRST_STATE, readPaymentSearch } from '../search';
import { BankDetails } from './BankDetails';
import { Decided } from './Decided';
import { MatchPanel } from './MatchPanel';
import classes from './Payment.module.css';
import { PaymentHead } from './PaymentHead';
import { whyNot } from './moves';
import { useDecisions } from './useDecisions';

/** One payment with all that is known of it, what can be decided, and the way to the next one. */
export function PaymentPage() {
  const { paymentId } = useParams({ from: '/provider/payments/$paymentId' });
  const { view = FIRST_STATE } = useSearch({ from: '/provider/payments/$paymentId' });
  const walk = usePaymentWalk(view, paymentId);
  const decisions = useDecisions(walk);
  const { data: details, error, refetch } = useQuery(paymentQuery(paymentId));
  return (
    <Stack gap="md">
      <PaymentHead state={view} walk={walk} decisions={decisions} details={details} />
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {details === undefined && error === null && (
        <Skeleton height="60dvh" role="status" aria-label={m.loading()} />
      )}
      {details !== undefined && (
        <div className={classes.columns}>
          <Stack gap="md">
            <BankDetails payment={details.payment} />
            <Decided details={details} />
          </Stack>
          {whyNot('match', details) === undefined && (
            // What was being shared out was of the payment as it stood then.
            <MatchPanel
              key={`${paymentId} ${details.payment.version}`}
              details={details}
              decisions={decisions}
            />
          )}
        </div>
      )}
    </Stack>
  );
}

/** The way through the payments of a state from the one that is open. */
function usePaymentWalk(state: PaymentState, paymentId: string) {
  const navigate = useNavigate();
  const search = readPaymentSearch({ view: state });
  return useWalk({
    list: usePayments(state),
    id: paymentId,
    expect: usePaymentCache().expect,
    open: (id) =>
      void navigate({ to: '/provider/payments/$paymentId', params: { paymentId: id }, search }),
    end: () => void navigate({ to: '/provider/payments', search }),
  });
}
