import type { BillMoney, MoneyPart } from '@/api/billMoney';
import { cardOf } from './bills';

/** A part without documents of its own, as far as a test says nothing else. */
export function partOf(
  kind: MoneyPart['kind'],
  amount: number,
  differences: Partial<MoneyPart> = {},
): MoneyPart {
  return {
    kind,
    amount,
    final: false,
    name: null,
    shareId: null,
    purchaseId: null,
    advanceId: null,
    salaryId: null,
    ...differences,
  };
}

/** The estimate of a bill of 1 000 € and its VAT. */
export function moneyOf(differences: Partial<BillMoney> = {}): BillMoney {
  return {
    billId: cardOf().id,
    billNumber: null,
    creditOf: null,
    basis: 'ESTIMATE',
    payday: '20.11.2026',
    salaryId: null,
    total: 1255,
    paid: 0,
    sharedSalary: false,
    parts: [
      partOf('VAT', 255),
      partOf('FEE', 69),
      partOf('EMPLOYER_COSTS', 22.8),
      partOf('TAX', 163.48),
      partOf('SALARY', 744.72),
    ],
    ...differences,
  };
}
