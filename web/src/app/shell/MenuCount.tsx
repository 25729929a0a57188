import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dashboardQuery, type Dashboard } from '@/api/dashboard';
import { useViewer } from '@/api/viewer';
import { mayOpen } from '@/lib/access';
import { m } from '@/paraglide/messages';
import type { MenuLink } from '../pages/menu';
import classes from './MenuCount.module.css';

/** What waits behind a page. A bill counts once: what others are checking is theirs. */
const COUNTS: Partial<Record<MenuLink['path'], (dashboard: Dashboard) => number>> = {
  '/provider/bills': ({ pendingBills, myBills }) => pendingBills.count + myBills.count,
  '/provider/late-receipts': ({ lateReceipts }) => lateReceipts.count,
  '/provider/deliveries': ({ failedDeliveries }) => failedDeliveries.count,
  '/provider/payments': ({ unmatchedPayments, refundablePayments, proposedPayments }) =>
    unmatchedPayments.count + refundablePayments.count + proposedPayments.count,
  '/provider/payouts': ({ readyPayouts }) => readyPayouts.count,
  '/provider/advances': ({ requestedAdvances }) => requestedAdvances.count,
  '/provider/tax-cards': ({ taxCards }) => taxCards.count,
  '/provider/mails': ({ failedMails }) => failedMails.count,
  '/provider/jobs': ({ failedJobs }) => failedJobs.count,
};

/** The counts are asked for again when the window is looked at after this time. */
const FRESH_MS = 30_000;

/** How much waits behind a page of the menu; nothing where nothing does. */
export function MenuCount({ path }: { path: MenuLink['path'] }) {
  const countOf = COUNTS[path];
  return countOf === undefined ? null : <Count countOf={countOf} />;
}

function Count({ countOf }: { countOf: (dashboard: Dashboard) => number }) {
  const staff = mayOpen('staff', useViewer());
  const { data: count = 0 } = useQuery({
    ...dashboardQuery,
    enabled: staff,
    staleTime: FRESH_MS,
    select: countOf,
  });
  if (count === 0) return null;
  return (
    <>
      <Badge variant="default" className={classes.count} aria-hidden="true">
        {count}
      </Badge>
      <VisuallyHidden>{m.provider_menu_waiting({ count })}</VisuallyHidden>
    </>
  );
}

/** Whatever the staff do may change what waits. */
export function useFreshCounts() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        void queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey });
      }),
    [queryClient],
  );
}
