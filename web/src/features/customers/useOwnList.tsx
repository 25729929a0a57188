import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useRemoveCustomer, useSaveCustomer, type Customer } from '@/api/customers';
import { endedSession } from '@/api/problem';
import { notify } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

function tellFailure(key: string) {
  return (error: Error) => {
    if (!endedSession(error)) notify('error', key);
  };
}

/** Puts customers on one's own list, and takes them off it once confirmed. */
export function useOwnList() {
  const { mutate: save } = useSaveCustomer();
  const { mutate: remove } = useRemoveCustomer();

  return {
    add: (customer: Customer) => {
      if (customer.saved) return;
      save(customer, {
        onSuccess: () => notify('success', 'SAVE_CUSTOMERS_SUCCESS'),
        onError: tellFailure('SAVE_CUSTOMERS_FAILURE'),
      });
    },
    confirmRemoval: (customer: Customer) =>
      modals.openConfirmModal({
        title: m.customers_remove_title(),
        children: <Text>{m.customers_remove_body({ name: customer.name })}</Text>,
        labels: { confirm: m.customers_remove(), cancel: m.dialog_cancel() },
        confirmProps: { color: 'red' },
        onConfirm: () =>
          remove(customer, {
            onSuccess: () => notify('success', 'DELETE_CUSTOMERS_SUCCESS'),
            onError: tellFailure('DELETE_CUSTOMERS_FAILURE'),
          }),
      }),
  };
}
