import { useNavigate } from '@tanstack/react-router';
import { usePaymentCache, usePayments, type PaymentState } from '@/api/payments';
import { useWalk } from '@/components/provider/useWalk';
import { readPaymentSearch } from '../search';

/** The way through the payments of a state from the one that is open. */
export function usePaymentWalk(state: PaymentState, paymentId: string) {
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
