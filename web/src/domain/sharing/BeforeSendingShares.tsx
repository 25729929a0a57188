import { Alert, Text } from '@mantine/core';
import type { Bill } from '@/api/bills';
import { m } from '@/paraglide/messages';
import { shareAmountText } from './sharingWords';

/** What sending means for shares that their subcontractors declined. */
export function BeforeSendingShares({ bill }: { bill: Bill }) {
  const declined = bill.contractorBillableItems.filter(({ state }) => state === 'DECLINED');
  if (declined.length === 0) return null;
  return (
    <Alert color="yellow" title={m.sharing_send_title()}>
      {declined.map((share) => (
        <Text key={share.id} size="sm">
          {m.sharing_send_declined({
            name: share.subcontractor.fullName,
            amount: shareAmountText(share),
          })}
        </Text>
      ))}
    </Alert>
  );
}
