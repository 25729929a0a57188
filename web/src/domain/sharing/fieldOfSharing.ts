import type { Bill } from '@/api/billTypes';
import { m } from '@/paraglide/messages';

const PATH = /^(contractorBillableItems|extContractorBillableItems)\[(\d+)\]/;

/** The part of a bill that a field of the server's belongs to, without the field itself: `contractorBillableItems[2]`. */
export function sharingPlace(field: string): string | undefined {
  return PATH.exec(field)?.[0];
}

/** What a person calls a share or a purchase that the server names by its number; undefined for other fields. */
export function sharingFieldText(field: string, bill: Bill | undefined): string | undefined {
  const [, list, place = ''] = PATH.exec(field) ?? [];
  if (list === undefined) return undefined;
  const number = Number(place) + 1;
  if (list === 'contractorBillableItems') {
    const share = bill?.contractorBillableItems[Number(place)];
    return share === undefined
      ? m.sharing_field_numbered({ number })
      : m.sharing_field({ name: share.subcontractor.fullName });
  }
  const purchase = bill?.extContractorBillableItems[Number(place)];
  return purchase === undefined
    ? m.purchases_field_numbered({ number })
    : m.purchases_field({ name: purchase.name });
}
