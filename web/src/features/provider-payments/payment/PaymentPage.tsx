import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { paymentQuery } from '@/api/payments';
import { LoadFailure } from '@/components/LoadFailure';
import { m } from '@/paraglide/messages';
import { FIRST_STATE, readPaymentSearch } from '../search';
import { BankFacts } from './BankFacts';
import { Decided } from './Decided';
import { MatchDesk } from './MatchDesk';
import classes from './Payment.module.css';
import { PaymentHead } from './PaymentHead';
import { whyNot } from './moves';
import { useDecisions } from './useDecisions';
import { usePaymentWalk } from './usePaymentWalk';

/** One payment with all that is known of it, what can be decided, and the way to the next one. */
export function PaymentPage() {
  const { paymentId } = useParams({ from: '/provider/payments/$paymentId' });
  const { view = FIRST_STATE } = readPaymentSearch(
    useSearch({ from: '/provider/payments/$paymentId' }),
  );
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
            <BankFacts payment={details.payment} />
            <Decided details={details} />
          </Stack>
          {whyNot('match', details) === undefined && (
            // What was being shared out was of the payment as it stood then.
            <MatchDesk
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
