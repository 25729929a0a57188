import { expect, test } from 'vitest';
import { contentOf, FIELD_GROUPS, fieldsOf } from './settingsFields';

const content = {
  name: 'Liksa Oy',
  businessId: '2345671-3',
  vatNumber: 'FI23456713',
  street: 'Kaapeliaukio 3',
  postalCode: '00180',
  city: 'Helsinki',
  domicile: 'Helsinki',
  iban: 'FI21 1234 5600 0007 85',
  bic: 'NDEAFIHH',
  email: 'laskutus@liksa.example',
  phone: '09 123 4567',
  website: 'https://liksa.example/',
  einvoiceAddress: '',
  operator: '',
  bankAgreement: '12345',
  paymentFileVersion: 'pain.001.001.09',
  contactName: 'Paula Laskija',
  contactPhone: '09 123 4568',
  contactEmail: 'palkat@liksa.example',
  pensionProvider: '46',
  pensionPolicy: '46-1234567A',
  accidentProvider: '2345671-3',
  accidentPolicy: 'T-1',
  prices: {
    servicePercent: '6,9',
    serviceFeeMaximumPerMonth: '500',
    payNowCommission: '7,5',
    accidentInsurance: '0,6',
    groupLife: '0,06',
    unemploymentTier: 'lower',
    accidentInsuranceByProfession: { '71': '1,2', '2166': '0,4' },
  },
};

test('what is shown and not changed is what was there', () => {
  expect(contentOf(fieldsOf(content))).toEqual(content);
});

test('every setting has its field in the form', () => {
  const shown = FIELD_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name as string));
  const { validFrom: _, ...all } = fieldsOf(content);
  expect(shown.toSorted()).toEqual(Object.keys(all).toSorted());
});
