import { describe, expect, test } from 'vitest';
import { company } from '@/test/customers';
import { bodyOf, fieldsOf, newFields, type CustomerFields } from './customerFields';
import {
  isBusinessId,
  isEInvoiceAddress,
  isPersonalId,
  isVatNumber,
  problemsOf,
  writeBusinessId,
} from './rules';

const sound = fieldsOf(company);
const individual: CustomerFields = {
  ...sound,
  partyRole: 'CUSTOMER',
  name: 'Maija Meikäläinen',
  businessid: '',
};

test('a sound company and a sound person have no problems', () => {
  expect(problemsOf(sound)).toEqual({});
  expect(problemsOf(individual)).toEqual({});
});

describe('a company', () => {
  test.each([
    ['name', ''],
    ['termofpayment', ' '],
    ['address', ''],
    ['postalcode', ''],
    ['city', ' '],
    ['email', ''],
    ['phonenumber', ''],
    ['netbankaddress', ''],
    ['operator', ''],
  ] as const)('needs %s', (field, empty) => {
    expect(problemsOf({ ...sound, [field]: empty })).toEqual({ [field]: 'validation.required' });
  });

  test.each([
    ['0', 'validation.invalidTermofpayment'],
    ['1', undefined],
    ['31', undefined],
    ['32', 'validation.invalidTermofpayment'],
    ['14,5', 'validation.invalidTermofpayment'],
    ['-1', 'validation.invalidTermofpayment'],
    ['kaksi', 'validation.invalidTermofpayment'],
  ])('with the payment term %j: %s', (termofpayment, key) => {
    expect(problemsOf({ ...sound, termofpayment })['termofpayment']).toBe(key);
  });

  test('needs a business id or a VAT number', () => {
    expect(problemsOf({ ...sound, businessid: ' ' })).toEqual({
      businessid: 'validation.businessidOrVat',
    });
    expect(problemsOf({ ...sound, businessid: '', vat: 'EE123456789' })).toEqual({});
  });

  test.each([
    ['businessid', '2077474-1', 'validation.invalidBusinessId'],
    ['vat', 'XX', 'validation.invalidVat'],
    ['email', 'laskut@kesateatteri', 'validation.invalidEmail'],
    ['email2', 'laskut', 'validation.invalidEmail'],
    ['postalcode', '0100', 'validation.invalidPostalCode'],
    ['netbankaddress', '003720774741', 'validation.invalidEInvoiceAddress'],
  ] as const)('with the %s %j: %s', (field, value, key) => {
    expect(problemsOf({ ...sound, [field]: value })).toEqual({ [field]: key });
  });

  test('abroad has the postal code of its country', () => {
    expect(problemsOf({ ...sound, addresscountry: 'GBR', postalcode: 'SW1A 1AA' })).toEqual({});
  });

  test('with a VAT number may have the business id of another country, or none', () => {
    const abroad = { ...sound, vat: 'EE123456789', businessid: '12345678' };
    expect(problemsOf(abroad)).toEqual({});
    expect(problemsOf({ ...abroad, businessid: '', phonenumber: '' })).toEqual({
      businessid: 'validation.businessidOrPhone',
      phonenumber: 'validation.required',
    });
  });

  test.each(['EMAIL', 'PAPERBILL'] as const)('by %s needs no e-invoice address', (method) => {
    const fields = { ...sound, sendBillMethod: method, netbankaddress: '', operator: '' };
    expect(problemsOf(fields)).toEqual({});
  });

  test('names the contact person at fault', () => {
    const people = [
      { name: 'Aino', email: '', phonenumber: '' },
      { name: '', email: '', phonenumber: ' ' },
      { name: ' ', email: 'aino', phonenumber: '' },
    ];
    expect(problemsOf({ ...sound, people })).toEqual({
      'people[2].name': 'validation.required',
      'people[2].email': 'validation.invalidEmail',
    });
  });
});

describe('a person', () => {
  test('needs a personal id only if one is given, and then a right one', () => {
    expect(problemsOf({ ...individual, sotu: '131052-308T' })).toEqual({});
    expect(problemsOf({ ...individual, sotu: '131052-308U' })).toEqual({
      sotu: 'validation.invalidSotu',
    });
  });

  test('who gets an e-invoice needs its address and bank', () => {
    expect(problemsOf({ ...individual, netbankaddress: '', operator: '' })).toEqual({
      netbankaddress: 'validation.required',
      operator: 'validation.required',
    });
  });
});

test.each([
  ['2077474-0', true],
  ['0201256-6', true],
  ['0112038-9', true],
  ['2077474-1', false],
  ['20774740', false],
  ['077474-0', false],
  // The remainder is 1, for which there is no check digit.
  ['1001000-0', false],
  ['', false],
])('the business id %j: %s', (text, right) => {
  expect(isBusinessId(text)).toBe(right);
});

test('eight digits are written as a business id', () => {
  expect(writeBusinessId(' 20774740 ')).toBe('2077474-0');
  expect(writeBusinessId('2077474-0')).toBe('2077474-0');
  expect(writeBusinessId('Teatteri 20774740')).toBe('Teatteri 20774740');
});

test.each([
  ['FI20774740', true],
  ['fi 2077474-0', true],
  ['FI20774741', false],
  ['DE123456789', true],
  ['20774740', false],
  ['', false],
])('the VAT number %j: %s', (text, right) => {
  expect(isVatNumber(text)).toBe(right);
});

// The same examples as the server's.
test.each([
  ['003720774740', true],
  ['0037 2077 4740 ab', true],
  ['te003720774740', true],
  ['FI79 4405 2020 0360 82', true],
  ['0216:003720774740', true],
  ['5909000716438', true],
  ['0037', false],
  ['003720774741', false],
  ['003720774740ABCDEF', false],
  ['003720774740-1', false],
  ['TE003720774741', false],
  ['FI7944052020036083', false],
  ['lasku@yritys.example', false],
  ['1234', false],
  ['1'.repeat(36), false],
])('the e-invoice address %j: %s', (text, right) => {
  expect(isEInvoiceAddress(text)).toBe(right);
});

test.each([
  ['131052-308T', true],
  ['131052-308t', true],
  ['010101A900R', true],
  ['131052-308S', false],
  ['131052308T', false],
])('the personal id %j: %s', (text, right) => {
  expect(isPersonalId(text)).toBe(right);
});

describe('a new customer', () => {
  test('is a Finnish company that gets its invoices by e-mail, which is easiest to give', () => {
    expect(newFields('')).toMatchObject({
      partyRole: 'COMPANY',
      sendBillMethod: 'EMAIL',
      termofpayment: '14',
      addresscountry: 'FIN',
    });
  });

  test.each([
    ['20774740', { businessid: '2077474-0', name: '', vat: '' }],
    ['FI20774740', { vat: 'FI20774740', name: '' }],
    ['Ketunkolo', { name: 'Ketunkolo', vat: '', businessid: '' }],
    [' 7 veljestä ', { name: '7 veljestä' }],
  ])('searched for as %j has that in its place', (searched, expected) => {
    expect(newFields(searched)).toMatchObject(expected);
  });
});

describe('what is sent', () => {
  test('is trimmed, and the payment term is a number', () => {
    const body = bodyOf({ ...sound, name: ' Kesäteatteri Oy ', businessid: '20774740' });
    expect(body).toMatchObject({
      name: 'Kesäteatteri Oy',
      businessid: '2077474-0',
      termofpayment: 14,
    });
    expect(body).not.toHaveProperty('sotu');
  });

  test('is what the form shows: nothing of the company for a person, and the reverse', () => {
    const both = { ...sound, sotu: '131052-308t', organization: 'Varasto', vat: 'FI20774740' };
    expect(bodyOf({ ...both, partyRole: 'CUSTOMER' })).toMatchObject({
      sotu: '131052-308T',
      businessid: '',
      vat: '',
      organization: '',
    });
    expect(bodyOf(both)).not.toHaveProperty('sotu');
  });

  test('has no e-invoice address when the invoice goes another way', () => {
    expect(bodyOf({ ...sound, sendBillMethod: 'EMAIL' })).toMatchObject({
      netbankaddress: '',
      operator: '',
    });
  });
});
