import type { FieldErrors } from '@/components/useForm';
import { isEmail } from '@/lib/email';
import { remainderOf97 } from '@/lib/iban';
import type { CustomerFields } from './customerFields';

const BUSINESS_ID = /^(\d{7})-(\d)$/;
const BUSINESS_ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2];

/** A Finnish business id (Y-tunnus): seven digits, hyphen, check digit. */
export function isBusinessId(text: string): boolean {
  const [, number, check] = BUSINESS_ID.exec(text) ?? [];
  if (number === undefined) return false;
  const sum = BUSINESS_ID_WEIGHTS.reduce(
    (total, weight, place) => total + weight * Number(number[place]),
    0,
  );
  // A remainder of 1 would need the check digit 10: such numbers are never issued.
  return (11 - (sum % 11)) % 11 === Number(check);
}

/** Eight digits in a row are a business id whose hyphen was not typed. */
export function writeBusinessId(typed: string): string {
  return typed.trim().replace(/^(\d{7})\s*(\d)$/, '$1-$2');
}

const VAT_NUMBER = /^[A-Z]{2}[A-Z0-9]{2,12}$/;

/** A Finnish VAT number holds a business id; of other countries the server knows the shapes. */
export function isVatNumber(text: string): boolean {
  const bare = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return (
    VAT_NUMBER.test(bare) &&
    (!bare.startsWith('FI') || isBusinessId(writeBusinessId(bare.slice(2))))
  );
}

const PERSONAL_ID = /^(\d{6})[-+A-FU-Y](\d{3})([0-9A-Z])$/;
const PERSONAL_ID_CHECKS = '0123456789ABCDEFHJKLMNPRSTUVWXY';

/** A Finnish personal identity code. Whether its date exists, the server knows. */
export function isPersonalId(text: string): boolean {
  const [, birth, number, check] = PERSONAL_ID.exec(text.trim().toUpperCase()) ?? [];
  if (birth === undefined || number === undefined) return false;
  return PERSONAL_ID_CHECKS[Number(birth + number) % PERSONAL_ID_CHECKS.length] === check;
}

/** Finland and Åland. */
const FINNISH_POST: ReadonlySet<string> = new Set(['FIN', 'ALA']);

/** Whether the postal code is a Finnish one. */
export function isFinnish({ addresscountry }: Pick<CustomerFields, 'addresscountry'>): boolean {
  return FINNISH_POST.has(addresscountry);
}

const EINVOICE_ADDRESS = /^[A-Z0-9:._-]{5,35}$/;
const OVT = /^(?:TE)?0037(.*)$/;
const IBAN = /^([A-Z]{2}\d{2})([A-Z0-9]{11,})$/;

/** An OVT holds a business id and an IBAN its check digits; operators have others besides. */
export function isEInvoiceAddress(text: string): boolean {
  const bare = text.replaceAll(/\s/g, '').toUpperCase();
  if (!EINVOICE_ADDRESS.test(bare)) return false;
  const party = OVT.exec(bare)?.[1];
  if (party !== undefined) {
    return /^\d{8}[A-Z0-9]{0,5}$/.test(party) && isBusinessId(writeBusinessId(party.slice(0, 8)));
  }
  const [, start, rest] = IBAN.exec(bare) ?? [];
  return start === undefined || remainderOf97(`${rest}${start}`) === 1;
}

const SHORTEST_TERM = 1;
const LONGEST_TERM = 31;

function isTermOfPayment(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= SHORTEST_TERM && Number(text) <= LONGEST_TERM;
}

const REQUIRED = 'validation.required';

const ALWAYS_REQUIRED = [
  'name',
  'termofpayment',
  'address',
  'postalcode',
  'city',
  'email',
  'phonenumber',
] as const satisfies (keyof CustomerFields)[];

/** Everything that keeps a customer from being saved, as far as the browser can tell. */
export function problemsOf(fields: CustomerFields): FieldErrors {
  const problems: Record<string, string> = {};
  const check = (path: string, wrong: boolean, key: string) => {
    if (wrong && problems[path] === undefined) problems[path] = key;
  };
  for (const field of ALWAYS_REQUIRED) check(field, fields[field].trim() === '', REQUIRED);
  check(
    'termofpayment',
    !isTermOfPayment(fields.termofpayment.trim()),
    'validation.invalidTermofpayment',
  );
  const emails = {
    email: fields.email,
    email2: fields.email2,
    ...Object.fromEntries(
      fields.people.map(({ email }, place) => [`people[${place}].email`, email]),
    ),
  };
  for (const [path, email] of Object.entries(emails)) {
    check(path, email.trim() !== '' && !isEmail(email.trim()), 'validation.invalidEmail');
  }
  if (isFinnish(fields)) {
    check('postalcode', !/^\d{5}$/.test(fields.postalcode.trim()), 'validation.invalidPostalCode');
  }
  if (fields.sendBillMethod === 'EBILL') {
    const address = fields.netbankaddress.trim();
    check('netbankaddress', address === '', REQUIRED);
    check('netbankaddress', !isEInvoiceAddress(address), 'validation.invalidEInvoiceAddress');
    check('operator', fields.operator === '', REQUIRED);
  }
  for (const [place, person] of fields.people.entries()) {
    const filled = Object.values(person).some((text: string) => text.trim() !== '');
    check(`people[${place}].name`, filled && person.name.trim() === '', REQUIRED);
  }
  if (fields.partyRole === 'COMPANY') checkCompany(fields, check);
  else {
    const sotu = fields.sotu.trim();
    check('sotu', sotu !== '' && !isPersonalId(sotu), 'validation.invalidSotu');
  }
  return problems;
}

function checkCompany(
  fields: CustomerFields,
  check: (path: string, wrong: boolean, key: string) => void,
) {
  const businessId = writeBusinessId(fields.businessid);
  const vat = fields.vat.trim();
  check('vat', vat !== '' && !isVatNumber(vat), 'validation.invalidVat');
  if (vat === '') {
    check('businessid', businessId === '', 'validation.businessidOrVat');
    check('businessid', !isBusinessId(businessId), 'validation.invalidBusinessId');
  } else {
    // Beside a VAT number the business id may be another country's. With neither that nor a phone
    // number there is no way to ask the company anything.
    const unreachable = businessId === '' && fields.phonenumber.trim() === '';
    check('businessid', unreachable, 'validation.businessidOrPhone');
  }
}
