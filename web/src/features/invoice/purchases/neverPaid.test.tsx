import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { billOf, cardOf } from '@/test/bills';
import { openEditor } from '@/test/openEditor';
import { purchaseOf } from '@/test/sharing';

test.each(['WAITING_FOR_PAYMENT', 'PAY_NOW'] as const)(
  'a purchase that is %s and that a credited bill does not pay waits for nothing',
  async (state) => {
    const bill = {
      ...billOf(cardOf()),
      state: 'HYVITETTY' as const,
      editable: false,
      extContractorBillableItems: [purchaseOf({ state, neverPaid: true, canBeEdited: false })],
    };
    openEditor(`/invoice?id=${bill.id}`, { bill });
    const section = within(await screen.findByRole('region', { name: 'Ostolaskut' }));
    const item = within(await section.findByRole('listitem'));
    item.getByText('Ei makseta: lasku hyvitettiin');
    item.getByText('Maksa ostolasku myyjälle itse tai lisää se toiselle laskulle.');
    expect(item.queryByText(/^Maks(etaan|u lähtee)/)).toBeNull();
  },
);
