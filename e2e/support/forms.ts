import type { Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { businessId, firstId, type Account } from './account.ts';
import {
  MORE_OF_ADMIN,
  MORE_OF_CLERK,
  MORE_OF_PAYROLL,
  MORE_OF_VISITOR,
  MORE_OF_WORKER,
} from './moreForms.ts';
import { newPassword } from './newcomer.ts';
import { call } from './payday.ts';
import { password, people, type Person } from './people.ts';
import { fill, texts } from './texts.ts';

const { fi } = texts;

type Schemas = components['schemas'];

/** A form that somebody fills in and sends. Those with much before them are in moreForms.ts. */
export interface Form {
  /** Undefined for a visitor. */
  readonly person?: Person;
  readonly address: string | ((page: Page, account: Account) => Promise<string>);
  /** The tab of the page on which the form is. */
  readonly tab?: string;
  /** What is done on the page before the form can be opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The button that opens the form in a dialog. */
  readonly opener?: string | RegExp;
  /** The form takes the place of its opener instead. */
  readonly inPlace?: true;
  /** The part of the page in which the form is, by its heading. */
  readonly part?: string;
  /** The button for a file, which is chosen too. */
  readonly file?: string;
  /** What is ticked first. */
  readonly ticked?: string;
  /** What is typed, by the label of its field. */
  readonly typed: Readonly<Record<string, string>>;
  /** The button that sends the form. Without one Enter does, in the last field, which keeps the focus until then. */
  readonly submit?: string;
  /** What it needs could not be there for all forms: it is sent, and refused for that. */
  readonly refused?: true;
}

const FOREIGN = 'EE38 2200 2210 2014 5685';
const bill = (state: string) => async (_: Page, account: Account) => {
  const found = (await account.bills()).find((one) => one.state === state);
  return `/invoice?id=${found?.id ?? ''}`;
};
const page = (address: string, list: string) => async (opened: Page) =>
  `${address}/${await firstId(opened, list)}`;
const sentBill = async (_: Page, account: Account) => {
  const sent = (await account.bills('sent')).find(({ creditNote }) => !creditNote);
  return `/invoice?id=${sent?.id ?? ''}`;
};
const RUNS = '/api/provider/payroll/runs';
/** A salary that can be paid, in the run that waits to be approved. */
const ofSalary = async (opened: Page) => {
  const { runs } = await call<Schemas['PayrollRuns']>(opened, 'GET', RUNS);
  const run = runs.find(({ state }) => state === 'CALCULATED')?.id ?? '';
  const path = `${RUNS}/${run}/salaries`;
  const { salaries } = await call<Schemas['PayrollSalaries']>(opened, 'GET', path);
  const payable = salaries.find(({ problems }) => problems.length === 0);
  return `/provider/payroll/${run}?salary=${payable?.id ?? ''}`;
};
const ofPayment = page('/provider/payments', '/api/provider/payments?state=UNMATCHED');
const ofWorker = page('/provider/workers', '/api/provider/workers');

const VISITOR: readonly Form[] = [
  {
    address: '/login',
    typed: { [fi.login_username]: people.employee.username, [fi.login_password]: password },
    submit: fi.login_submit,
  },
  {
    address: '/register',
    typed: {
      [fi.register_email]: 'ilman@liksa.example',
      [fi.register_phone]: '040 123 4567',
      [fi.register_address]: 'Kotikatu 1',
      [fi.register_postal_code]: '33100',
      [fi.register_password]: newPassword,
    },
    submit: fi.register_submit,
  },
  {
    address: '/password/reset',
    typed: { [fi.register_email]: people.employee.username },
    submit: fi.register_reset_submit,
  },
  {
    address: '/password/forgot/abcdefgh12345678',
    typed: {
      [fi.register_new_password]: newPassword,
      [fi.register_new_password_again]: newPassword,
    },
    submit: fi.register_new_password_submit,
    refused: true,
  },
];

const WORKER: readonly Form[] = [
  {
    address: '/account',
    part: fi.account_bank_title,
    typed: {
      [fi.account_iban]: FOREIGN,
      [fi.account_bic]: 'HABAEE2X',
      [fi.account_current_password]: password,
    },
    submit: fi.account_save,
  },
  {
    address: '/account?tab=contact',
    part: fi.account_contact_title,
    typed: {
      [fi.account_phone]: '040 765 4321',
      [fi.account_address]: 'Rantatie 2',
      [fi.account_primary_work]: 'Äänisuunnittelu',
    },
    submit: fi.account_save,
  },
  {
    address: '/account?tab=login',
    part: fi.account_email_title,
    typed: {
      [fi.account_email_new]: 'aino@liksa.example',
      [fi.account_current_password]: password,
    },
    submit: fi.account_email_send,
  },
  {
    address: '/account?tab=settings',
    part: fi.address_places_title,
    typed: { [fi.address_place_name]: 'Mökki', [fi.address_place_address]: 'Rantatie 1, Turku' },
    submit: fi.address_place_add,
  },
  {
    address: '/templates',
    opener: fi.templates_new,
    typed: { [fi.templates_name]: 'Ilman palvelinta', [fi.templates_destination]: 'Kuvaus' },
    submit: fi.templates_save,
  },
  {
    address: '/shifts',
    opener: fi.shifts_add,
    typed: { [fi.shifts_department]: 'Studio ilman palvelinta' },
    submit: fi.shifts_save,
  },
  {
    address: '/customers',
    opener: fi.customers_add,
    typed: {
      [fi.customers_name_company]: 'Saarimaan Soitin Oy',
      [fi.customers_business_id]: businessId(2331972),
      [fi.customers_email]: 'laskut@saarimaa.example',
      [fi.customers_address]: 'Satamakatu 3',
      [fi.customers_postal_code]: '00160',
      [fi.customers_city]: 'Helsinki',
      [fi.customers_phone]: '09 765 4321',
    },
    submit: fi.customers_create,
  },
  {
    address: bill('APPROVED'),
    opener: fi.advances_ask,
    typed: { [fi.advances_amount]: '20,00' },
    submit: fi.advances_confirm,
  },
  {
    address: sentBill,
    opener: fi.latereceipts_action,
    file: fi.receipts_choose,
    typed: {
      [fi.latereceipts_amount]: '12,50',
      [fi.latereceipts_note]: 'Löytyi ilman palvelinta.',
    },
    submit: fi.latereceipts_send,
  },
  // Last of all: a new password ends the session elsewhere.
  {
    address: '/account?tab=login',
    part: fi.account_password_title,
    typed: {
      [fi.account_current_password]: password,
      [fi.account_new_password]: newPassword,
      [fi.account_new_password_again]: newPassword,
    },
    submit: fi.account_password_save,
  },
];

/** Of a worker who is offered a share. */
const SUBCONTRACTOR: readonly Form[] = [
  {
    address: '/',
    part: fi.sharing_for_me,
    opener: fill(fi.sharing_decline_of, { name: people.employee.fullName }),
    inPlace: true,
    typed: { [fi.sharing_decline_reason]: 'Olen sen viikon toisessa työssä.' },
    submit: fi.sharing_decline_confirm,
  },
];

const CLERK: readonly Form[] = [
  {
    address: page('/provider/bills', '/api/provider/bills'),
    opener: fi.providerbills_return,
    typed: { [fi.providerbills_return_reason]: 'Kirjoita työn päivä riville.' },
    submit: fi.providerbills_return_send,
  },
  {
    address: '/provider/late-receipts',
    opener: fi.latereceipts_refuse,
    typed: { [fi.latereceipts_refuse_reason]: 'Kuitista ei näy summaa.' },
    submit: fi.latereceipts_refuse,
  },
  {
    address: '/provider/companies',
    opener: new RegExp(`^${fill(fi.customers_correct_of, { name: '' })}`),
    typed: { [fi.customers_name_company]: 'Korjattu nimi Oy' },
    submit: fi.customers_save,
  },
];

const PAYROLL: readonly Form[] = [
  {
    address: ofPayment,
    opener: fi.providermoney_refund,
    typed: {
      [fi.providermoney_refund_name]: 'Joonas Lahti',
      [fi.providermoney_refund_iban]: 'FI55 4234 5670 0000 81',
    },
    submit: fill(fi.providermoney_refund_confirm, { amount: '815,75\u00A0€' }),
  },
  {
    address: ofPayment,
    opener: fi.providermoney_aside,
    typed: { [fi.providermoney_aside_note]: 'Vanhan yhdistyksen palautus' },
    submit: fi.providermoney_aside,
    refused: true,
  },
  {
    address: '/provider/advances',
    opener: fill(fi.provideradvances_refuse_of, { name: people.worker.fullName }),
    typed: { [fi.provideradvances_reason]: 'Laskun eräpäivä on jo huomenna.' },
    submit: fi.provideradvances_refuse,
  },
  {
    address: '/provider/remittances',
    opener: fi.providerpayroll_remit_make,
    typed: { [fi.providerpayroll_remit_reference]: '1232' },
    submit: fi.providerpayroll_remit_make,
  },
  {
    address: '/provider/payroll',
    opener: fi.providerpayroll_other_payday,
    typed: { [fi.calculator_payday]: '03.12.2026' },
    submit: fi.providerpayroll_other_make,
  },
  {
    address: ofSalary,
    opener: fi.providerpayroll_hold,
    typed: { [fi.providerpayroll_hold_reason]: 'Tilinumero vaihtuu.' },
    submit: fi.providerpayroll_hold,
  },
  {
    address: '/provider/payouts',
    opener: fi.payouts_cancel,
    typed: { [fi.providerpayroll_remit_note]: 'Maksupäivä on väärä.' },
    submit: fi.payouts_cancel,
  },
  {
    address: '/provider/payouts',
    opener: new RegExp(`^${fill(fi.payouts_bank_refused_of, { payout: '' })}`),
    typed: { [fi.providerpayroll_remit_note]: 'Saajan tili on suljettu.' },
    submit: fi.payouts_bank_refused,
  },
];

const ADMIN: readonly Form[] = [
  {
    address: '/provider/promo-codes',
    opener: fi.providerpeople_code_new,
    typed: {
      [fi.providerpeople_code]: 'ILMAN',
      [fi.providerpeople_fee_percent]: '5',
      [fi.providerpeople_from]: '01.12.2026',
    },
    submit: fi.providerpeople_save,
  },
  {
    address: '/provider/settings',
    typed: {
      [fi.providerpeople_contact_name]: 'Antti Järvinen',
      [fi.providerpeople_valid_from]: '01.12.2026',
    },
    submit: fi.providerpeople_settings_save,
  },
  {
    address: '/provider/settings',
    tab: fi.providerpeople_keys,
    typed: { [fi.providerpeople_key_name]: 'Työvuorosuunnittelu' },
    submit: fi.providerpeople_key_make,
  },
  {
    address: '/provider/figures',
    part: fi.figures_add_rate,
    typed: {
      [fi.figures_year]: '2027',
      [fi.figures_percent]: '2,5',
      [fi.figures_source]: 'Suomen Pankki',
    },
    submit: fi.figures_look,
  },
  {
    address: '/provider/tax-cards',
    typed: {
      [fi.providerpeople_card_base_rate]: '15',
      [fi.providerpeople_card_additional_rate]: '40',
      [fi.providerpeople_card_ceiling]: '30000',
      [fi.providerpeople_card_valid_from]: '01.12.2026',
    },
    submit: fi.providerpeople_card_use,
  },
  {
    address: ofWorker,
    part: fi.providerpeople_terms,
    typed: { [fi.providerpeople_fee_percent]: '4,5' },
    submit: fi.providerpeople_save_terms,
  },
  {
    address: ofWorker,
    part: fi.invoice_line_distraint,
    opener: fi.providerpeople_distraint_add,
    inPlace: true,
    typed: {
      [fi.providerpeople_distraint_fixed]: '250',
      [fi.providerpeople_from]: '01.12.2026',
      [fi.providerpeople_distraint_receiver]: 'Ulosottolaitos',
      [fi.providerpeople_iban]: 'FI55 4234 5670 0000 81',
      [fi.providerpeople_distraint_reference]: '1232',
    },
    submit: fi.providerpeople_distraint_save,
  },
  {
    address: '/provider/workers',
    opener: fill(fi.providerpeople_deletion_erase_of, { name: people.newcomer.fullName }),
    typed: {
      [fill(fi.providerpeople_deletion_type_name, { name: people.newcomer.fullName })]:
        people.newcomer.fullName,
    },
    submit: fi.providerpeople_deletion_erase,
    refused: true,
  },
];

const of = (person: Person, forms: readonly Form[]): readonly Form[] =>
  forms.map((form) => ({ ...form, person }));

/** Forms beside those of the editor, which has tests of its own. */
export const WORKER_FORMS = [
  ...VISITOR,
  ...MORE_OF_VISITOR,
  ...of('newcomer', SUBCONTRACTOR),
  // The forms of the worker end with the one that ends the session elsewhere.
  ...of('worker', MORE_OF_WORKER),
  ...of('worker', WORKER),
];
export const STAFF_FORMS = [
  ...of('clerk', CLERK),
  ...of('payroll', PAYROLL),
  ...of('admin', ADMIN),
];
/** These need what `prepareMore` makes. */
export const MORE_STAFF_FORMS = [
  ...of('clerk', MORE_OF_CLERK),
  ...of('payroll', MORE_OF_PAYROLL),
  ...of('admin', MORE_OF_ADMIN),
];
