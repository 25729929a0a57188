import { expect, test } from 'vitest';
import { fieldText } from './fieldText';

test.each([
  ['sharedCustomer', 'Asiakas'],
  ['billingdate', 'Laskun päiväys'],
  ['billableitems', 'Laskurivit'],
  ['billableitems[0].destination', 'Rivi 1, kuvaus'],
  ['billableitems[11].alvPrice', 'Rivi 12, hinta'],
  ['billableitems[2].hotelcost_alv135', 'Rivi 3, majoitus'],
  ['billableitems[2]', 'Rivi 3'],
  ['somethingNew', 'Lasku'],
])('%s is called "%s"', (field, text) => {
  expect(fieldText(field)).toBe(text);
});
