import type { Icon } from '@tabler/icons-react';
import { IconAddressBook, IconFileInvoice } from '@tabler/icons-react';
import type { BillCard } from '@/api/billLists';
import type { Customer } from '@/api/customers';
import { amountText, billName, customerName } from '@/domain/bills/billWords';
import type { RecentChoice } from './recent';

/** Something that the palette offers. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
}

/** Where the palette leads to, beside the pages. */
export interface Destinations {
  readonly openBill: (id: string) => void;
  readonly openCustomer: (name: string) => void;
}

const BILL = 'bill:';
const CUSTOMER = 'customer:';

export function billItem(bill: BillCard, { openBill }: Destinations): PaletteItem {
  return {
    id: BILL + bill.id,
    label: customerName(bill),
    detail: [billName(bill), bill.billingdate, amountText(bill.totalpriceWithAlv)]
      .filter((part) => part !== null)
      .join(' · '),
    icon: IconFileInvoice,
    run: () => openBill(bill.id),
  };
}

export function customerItem(customer: Customer, { openCustomer }: Destinations): PaletteItem {
  return {
    id: CUSTOMER + customer.id,
    label: customer.name,
    detail: [customer.businessid, customer.city].filter((part) => part !== '').join(' · '),
    icon: IconAddressBook,
    run: () => openCustomer(customer.name),
  };
}

/** An earlier choice as something to choose again. What is no longer offered is left out. */
export function recentItem(
  choice: RecentChoice,
  fixed: readonly PaletteItem[],
  { openBill, openCustomer }: Destinations,
): PaletteItem | undefined {
  if (choice.id.startsWith(BILL)) {
    const id = choice.id.slice(BILL.length);
    return { ...choice, icon: IconFileInvoice, run: () => openBill(id) };
  }
  if (choice.id.startsWith(CUSTOMER)) {
    return { ...choice, icon: IconAddressBook, run: () => openCustomer(choice.label) };
  }
  return fixed.find(({ id }) => id === choice.id);
}

/** Whether every word of a search begins a word of the text. */
export function matches(text: string, search: string): boolean {
  const words = wordsOf(text);
  return wordsOf(search).every((sought) => words.some((word) => word.startsWith(sought)));
}

function wordsOf(text: string): string[] {
  return text
    .toLocaleLowerCase('fi')
    .split(/\s+/)
    .filter((word) => word !== '');
}
