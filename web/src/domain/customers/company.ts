import type { Customer, CustomerBody } from '@/api/customers';
import type { FieldErrors } from '@/components/useForm';
import { NEW_CUSTOMER, type CustomerFields } from './customerFields';
import { problemsOf } from './rules';

/** What the shared register says of a company. */
const IDENTITY = [
  'name',
  'organization',
  'businessid',
  'vat',
  'netbankaddress',
  'operator',
  'address',
  'postalcode',
  'city',
  'addresscountry',
] as const satisfies (keyof CustomerFields)[];

/** A company of the register to be corrected. */
export function companyFields(company: Pick<Customer, (typeof IDENTITY)[number]>): CustomerFields {
  const known = IDENTITY.map((field) => [field, company[field]]);
  return { ...NEW_CUSTOMER, ...(Object.fromEntries(known) as Partial<CustomerFields>) };
}

/** What is sent of a company: who it is, and not how anybody's invoices reach it. */
export function companyBody(fields: CustomerFields): CustomerBody {
  return Object.fromEntries(IDENTITY.map((field) => [field, fields[field].trim()]));
}

/** Everything that keeps a company of the register from being corrected. */
export function companyProblems(fields: CustomerFields): FieldErrors {
  const eInvoices = fields.netbankaddress.trim() !== '' || fields.operator !== '';
  const problems = problemsOf({
    ...fields,
    sendBillMethod: eInvoices ? 'EBILL' : 'EMAIL',
    // The company can be asked by those who bill it.
    phonenumber: '-',
  });
  return Object.fromEntries(
    IDENTITY.flatMap((field) => {
      const key = problems[field];
      return key === undefined ? [] : [[field, key]];
    }),
  );
}
