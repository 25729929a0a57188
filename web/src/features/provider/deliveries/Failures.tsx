import { Button, Group, Stack, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconRefresh } from '@tabler/icons-react';
import { useDeliveries, useDeliveryAction, type Delivery } from '@/api/deliveries';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { deliveryColumns, deliveryLabel } from './deliveryColumns';

/** Deliveries that failed, or whose outcome is unknown. Shows nothing when there are none. */
export function Failures() {
  const failed = useDeliveries('FAILED');
  const unsure = useDeliveries('UNSURE');
  const lists = [failed, unsure].filter(
    ({ items, failure }) => items.length > 0 || failure !== null,
  );
  if (lists.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="delivery-failures">
      <Title order={2} id="delivery-failures">
        {m.providerbills_deliveries_failures()}
      </Title>
      {lists.map((list) => (
        <ListView key={list === failed ? 'failed' : 'unsure'} list={list} empty={null}>
          {(deliveries) => (
            <DataTable
              caption={
                list === failed
                  ? m.providerbills_delivery_failed()
                  : m.providerbills_delivery_unsure()
              }
              items={deliveries}
              keyOf={({ id }) => id}
              columns={[...deliveryColumns(), deedColumn()]}
            />
          )}
        </ListView>
      ))}
    </Stack>
  );
}

function deedColumn(): Column<Delivery> {
  return {
    name: m.bills_actions(),
    cell: (delivery) => <Actions delivery={delivery} />,
    silent: true,
  };
}

function Actions({ delivery }: { delivery: Delivery }) {
  const retry = useDeliveryAction('retry');
  const arrived = useDeliveryAction('arrived');
  const label = deliveryLabel(delivery);
  const unsure = delivery.state === 'UNSURE';
  const sendAgain = () =>
    retry.mutate(delivery.id, {
      onSuccess: () => notifyText('success', m.providerbills_delivery_retried({ bill: label })),
      onError: tellProblem,
    });
  // The customer may have it already, so a second one is sent only after a question.
  const ask = () =>
    modals.openConfirmModal({
      title: m.providerbills_delivery_again_title({ bill: label }),
      children: m.providerbills_delivery_again_body(),
      labels: { confirm: m.providerbills_delivery_retry(), cancel: m.dialog_cancel() },
      onConfirm: sendAgain,
    });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {unsure && (
        <Button
          size="compact-sm"
          variant="default"
          loading={arrived.isPending}
          aria-label={m.providerbills_delivery_arrived_of({ bill: label })}
          onClick={() => arrived.mutate(delivery.id, { onError: tellProblem })}
        >
          {m.providerbills_delivery_arrived()}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden="true" />}
        loading={retry.isPending}
        aria-label={m.providerbills_delivery_retry_of({ bill: label })}
        onClick={unsure ? ask : sendAgain}
      >
        {m.providerbills_delivery_retry()}
      </Button>
    </Group>
  );
}
