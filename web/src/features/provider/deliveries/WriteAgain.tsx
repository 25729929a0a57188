import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconRefresh } from '@tabler/icons-react';
import { useDeliveryAction, type Delivery } from '@/api/deliveries';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { deliveryLabel } from './deliveryColumns';

/** For an e-invoice that has gone into the operator's folder and got lost there. */
export function WriteAgain({ delivery }: { delivery: Delivery }) {
  const retry = useDeliveryAction('retry');
  const label = deliveryLabel(delivery);
  // The list is read anew, and the row may be gone by the time of the answer.
  const write = async () => {
    try {
      await retry.mutateAsync(delivery.id);
      notifyText('success', m.providerbills_delivery_written_again({ bill: label }));
    } catch (error) {
      tellProblem(error);
    }
  };
  const ask = () =>
    modals.openConfirmModal({
      title: m.providerbills_delivery_write_again_title({ bill: label }),
      children: m.providerbills_delivery_write_again_body(),
      labels: { confirm: m.providerbills_delivery_write_again(), cancel: m.dialog_cancel() },
      onConfirm: () => void write(),
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden="true" />}
      loading={retry.isPending}
      aria-label={m.providerbills_delivery_write_again_of({ bill: label })}
      onClick={ask}
    >
      {m.providerbills_delivery_write_again()}
    </Button>
  );
}
