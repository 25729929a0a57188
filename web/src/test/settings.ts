import type { SettingsContent } from '@/api/providerSettings';

function receiver(name: string, reference: string) {
  return { name, iban: name === '' ? '' : 'FI55 4234 5670 0000 81', reference, dueDay: '' };
}

/** Settings of a provider, as the server tells them. */
export const settings: SettingsContent = {
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
  waitingMinutes: '15',
  prices: {
    servicePercent: '6.9',
    serviceFeeMaximumPerMonth: '500.00',
    payNowCommission: '7.5',
    accidentInsurance: '0.6',
    groupLife: '0.06',
    unemploymentTier: 'lower',
    accidentInsuranceByProfession: { '71': '1.2', '2166': '0.4' },
  },
  secondPersonAbove: '1000.00',
  frontPage: 'login',
  advances: {
    share: '70',
    maximumPerPerson: '2000.00',
    grantedUpTo: '0.00',
    secondPersonAbove: '500.00',
    paid: 'daily',
  },
  receivers: {
    tax: receiver('Verohallinto', '29214'),
    tyel: receiver('Työeläkeyhtiö', '29230'),
    unemployment: receiver('Työllisyysrahasto', '29243'),
    accident: receiver('Vakuutusyhtiö', '29256'),
    groupLife: receiver('Vakuutusyhtiö', '29269'),
    yel: receiver('', ''),
  },
};
