import { IconFileInvoice } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { MOST_PURCHASES, type Purchase } from '@/api/purchases';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { useLocked } from '../editor';
import { AddingSection } from '../sharing/AddingSection';
import { useSharedBill } from '../sharing/useSharedBill';
import { PurchaseItem } from './PurchaseItem';

// Most bills have no purchases; the forms are loaded when they are opened.
const PurchaseDialog = lazyPart(async () => (await import('./PurchaseDialog')).PurchaseDialog);
const PayDialog = lazyPart(async () => (await import('./PayDialog')).PayDialog);

/** The form of a purchase, or the question when it is paid. */
type Opened =
  | { readonly kind: 'form'; readonly id?: string }
  | { readonly kind: 'pay'; readonly purchase: Purchase };

/** A purchase as it is now: a new one may not be in the list yet, and one in the list may have been changed since. */
function newest(purchase: Purchase, listed: readonly Purchase[]): Purchase {
  const isNewer = ({ id, version }: Purchase) => id === purchase.id && version > purchase.version;
  return listed.find(isNewer) ?? purchase;
}

/** The invoices of others that the bill pays, and what adds one. */
export function PurchasesSection() {
  const bill = useSharedBill();
  const locked = useLocked();
  const [opened, setOpened] = useState<Opened>();
  const purchases = bill?.extContractorBillableItems ?? [];
  // A credit note pays nobody.
  const fixed = locked || (bill !== undefined && bill.creditOf !== null);
  const close = () => setOpened(undefined);
  const pay = (purchase: Purchase) => setOpened({ kind: 'pay', purchase });
  return (
    <AddingSection
      title={m.purchases_title()}
      help={m.purchases_help()}
      add={m.purchases_add()}
      icon={<IconFileInvoice size={18} aria-hidden="true" />}
      full={
        purchases.length >= MOST_PURCHASES ? m.purchases_full({ most: MOST_PURCHASES }) : undefined
      }
      fixed={fixed}
      empty={purchases.length === 0}
      onAdd={() => setOpened({ kind: 'form' })}
      dialogs={
        <Suspense>
          {opened?.kind === 'form' && bill !== undefined && (
            <PurchaseDialog
              billId={bill.id}
              purchase={purchases.find(({ id }) => id === opened.id)}
              // A new one asks at once when it is paid, since the bill cannot be sent before that is known.
              onSaved={(saved) => (opened.id === undefined ? pay(saved) : close())}
              onClose={close}
            />
          )}
          {opened?.kind === 'pay' && (
            <PayDialog purchase={newest(opened.purchase, purchases)} onClose={close} />
          )}
        </Suspense>
      }
    >
      {purchases.map((purchase, place) => (
        <PurchaseItem
          key={purchase.id}
          purchase={purchase}
          place={`extContractorBillableItems[${place}]`}
          locked={fixed}
          onEdit={() => setOpened({ kind: 'form', id: purchase.id })}
          onPay={() => pay(purchase)}
        />
      ))}
    </AddingSection>
  );
}
