import { Group } from '@mantine/core';
import { useDeletePurchase, useOpenPurchase, type Purchase } from '@/api/purchases';
import { telling } from '@/components/telling';
import { ItemCard } from '@/domain/sharing/ItemCard';
import { partPlace } from '@/domain/sharing/PartLink';
import { purchaseState } from '@/domain/sharing/sharingWords';
import { formatMoney } from '@/lib/format/money';
import { groupedIban } from '@/lib/iban';
import { m } from '@/paraglide/messages';
import { confirmDeletion, ItemSteps } from '../sharing/ItemSteps';
import { CopyButton } from './CopyButton';

interface Props {
  purchase: Purchase;
  /** Where the problems of the bill lead to. */
  place: string;
  /** The bill is only to be looked at. */
  locked: boolean;
  onEdit: () => void;
  onPay: () => void;
}

/** A purchase of the bill: who is paid how much and when, its copies, and what can be done. */
export function PurchaseItem({ purchase, place, locked, onEdit, onPay }: Props) {
  const { name, total, amount, vatAmount, duedate, state, receipts } = purchase;
  return (
    <ItemCard
      {...partPlace(purchase.id)}
      data-place={place}
      name={name}
      amount={formatMoney(total)}
      state={purchaseState(purchase)}
      lines={[
        [
          m.purchases_due({ day: duedate }),
          vatAmount !== 0 &&
            m.purchases_sums({ amount: formatMoney(amount), vat: formatMoney(vatAmount) }),
        ]
          .filter((text) => text !== false)
          .join(' · '),
        [groupedIban(purchase.accountNumber), purchase.referenceNumber ?? purchase.message]
          .filter((text) => text !== '')
          .join(' · '),
        aboutText(purchase, locked),
      ]}
      {...(!locked &&
        state !== 'PAID' && {
          actions: <Actions purchase={purchase} onEdit={onEdit} onPay={onPay} />,
        })}
    >
      <Group gap="xs">
        {receipts.map((copy) => (
          <CopyButton key={copy.id} copy={copy} />
        ))}
      </Group>
    </ItemCard>
  );
}

function aboutText(
  { state, commission, paid, neverPaid }: Purchase,
  locked: boolean,
): string | undefined {
  if (neverPaid) return m.purchases_about_never_paid();
  switch (state) {
    case 'OPEN':
      return locked ? undefined : m.purchases_about_open();
    case 'WAITING_FOR_PAYMENT':
      return m.purchases_about_waiting();
    case 'PAY_NOW':
      return m.purchases_about_now({ commission: formatMoney(commission) });
    case 'PAID':
      return paid === null ? undefined : m.purchases_about_paid({ day: paid });
  }
}

function Actions({ purchase, onEdit, onPay }: Pick<Props, 'purchase' | 'onEdit' | 'onPay'>) {
  const { name, state, canBeEdited } = purchase;
  const opening = useOpenPurchase();
  const deleting = useDeletePurchase();
  const reopen = {
    about: m.purchases_reopen_of({ name }),
    run: () => opening.mutate(purchase, telling(m.purchases_reopened())),
    busy: opening.isPending,
  };
  const remove = () => {
    const words = {
      title: m.purchases_delete_title(),
      body: m.purchases_delete_body({ name, total: formatMoney(purchase.total) }),
      confirm: m.purchases_delete_confirm(),
    };
    confirmDeletion(words, () => deleting.mutate(purchase, telling(m.purchases_deleted())));
  };
  return (
    <ItemSteps
      {...(state !== 'OPEN' && { reopen })}
      send={{ text: m.purchases_send(), about: m.purchases_send_of({ name }), run: onPay }}
      edit={canBeEdited ? { about: m.purchases_edit_of({ name }), run: onEdit } : undefined}
      remove={{
        about: m.purchases_delete_of({ name }),
        run: remove,
        busy: deleting.isPending,
      }}
    />
  );
}
