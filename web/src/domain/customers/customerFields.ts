import type {
  ContactPerson,
  Customer,
  CustomerBody,
  PartyRole,
  SendBillMethod,
} from '@/api/customers';
import { isVatNumber, writeBusinessId } from './rules';

/** The values of the form, as typed. */
export interface CustomerFields {
  readonly name: string;
  readonly partyRole: PartyRole;
  readonly organization: string;
  readonly businessid: string;
  readonly vat: string;
  readonly sotu: string;
  readonly netbankaddress: string;
  readonly operator: string;
  readonly sendBillMethod: SendBillMethod;
  readonly termofpayment: string;
  readonly termAgreed: boolean;
  readonly referenceNumber: string;
  readonly address: string;
  readonly postalcode: string;
  readonly city: string;
  readonly addresscountry: string;
  readonly phonenumber: string;
  readonly email: string;
  readonly email2: string;
  readonly costUnits: readonly string[];
  readonly people: readonly ContactPerson[];
}

/** Fields that hold a text typed freely. */
export type TextField = {
  [Field in keyof CustomerFields]: CustomerFields[Field] extends string
    ? string extends CustomerFields[Field]
      ? Field
      : never
    : never;
}[keyof CustomerFields];

export const NO_PERSON: ContactPerson = { name: '', email: '', phonenumber: '' };

export const NEW_CUSTOMER: CustomerFields = {
  name: '',
  partyRole: 'COMPANY',
  organization: '',
  businessid: '',
  vat: '',
  sotu: '',
  netbankaddress: '',
  operator: '',
  // The easiest to give; e-invoices need an address and an operator.
  sendBillMethod: 'EMAIL',
  termofpayment: '14',
  termAgreed: true,
  referenceNumber: '',
  address: '',
  postalcode: '',
  city: '',
  addresscountry: 'FIN',
  phonenumber: '',
  email: '',
  email2: '',
  costUnits: [],
  people: [],
};

/** A new customer, begun with what was searched for: a business id, a VAT number or a name. */
export function newFields(searched: string): CustomerFields {
  const text = writeBusinessId(searched);
  if (/^\d{7}-\d$/.test(text)) return { ...NEW_CUSTOMER, businessid: text };
  if (/\d/.test(text) && isVatNumber(text)) return { ...NEW_CUSTOMER, vat: text };
  return { ...NEW_CUSTOMER, name: text };
}

/** A customer to be changed. The personal id is never answered, so it starts empty. */
export function fieldsOf(customer: Customer): CustomerFields {
  const { termofpayment } = customer;
  const known = Object.keys(NEW_CUSTOMER).map((field) => [
    field,
    customer[field as keyof Customer],
  ]);
  return {
    ...(Object.fromEntries(known) as CustomerFields),
    sotu: '',
    termofpayment: `${termofpayment}`,
  };
}

/** What is sent: the fields that the form shows, without the spaces around them. */
export function bodyOf(fields: CustomerFields): CustomerBody {
  const { partyRole, sendBillMethod, sotu, people, costUnits, termAgreed, ...texts } = fields;
  const company = partyRole === 'COMPANY';
  const electronic = sendBillMethod === 'EBILL';
  const trimmed = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, text.trim()]),
  ) as typeof texts;
  return {
    ...trimmed,
    partyRole,
    sendBillMethod,
    organization: company ? trimmed.organization : '',
    businessid: company ? writeBusinessId(trimmed.businessid) : '',
    vat: company ? trimmed.vat : '',
    ...(!company && sotu.trim() !== '' && { sotu: sotu.trim().toUpperCase() }),
    netbankaddress: electronic ? trimmed.netbankaddress : '',
    operator: electronic ? trimmed.operator : '',
    termofpayment: Number(trimmed.termofpayment),
    termAgreed,
    costUnits: [...costUnits],
    people: people.map(({ name, email, phonenumber }) => ({
      name: name.trim(),
      email: email.trim(),
      phonenumber: phonenumber.trim(),
    })),
  };
}
