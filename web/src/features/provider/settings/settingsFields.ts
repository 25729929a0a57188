import type { DueKind } from '@/api/payroll';
import type { SettingsContent } from '@/api/providerSettings';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import type { Decimal } from '@/lib/format/money';
import {
  draftNumber,
  numberIn,
  numberProblems,
  withPlainNumbers,
  writeNumber,
  type NumberKind,
} from '@/lib/number';
import { m } from '@/paraglide/messages';

type Prices = SettingsContent['prices'];

type Advances = SettingsContent['advances'];
type Receivers = SettingsContent['receivers'];
type Receiver = Receivers[keyof Receivers];

/** The fields as the form holds them, by the names by which the server refuses them. */
type SettingsField = `${typeof HOLDER}${
  | Exclude<keyof SettingsContent, 'prices' | 'receivers' | 'advances'>
  | `${typeof ADVANCES}${keyof Advances}`
  | `${typeof PRICES}${keyof Prices}`
  | `${typeof RECEIVERS}${keyof Receivers}.${keyof Receiver}`}`;

const HOLDER = 'settings.';
const PRICES = 'prices.';
const RECEIVERS = 'receivers.';
const ADVANCES = 'advances.';
const BY_PROFESSION = 'settings.prices.accidentInsuranceByProfession';

export type SettingsFields = Readonly<Record<SettingsField | 'validFrom', string>>;

export interface FieldWords {
  readonly name: SettingsField;
  readonly label: () => string;
  readonly help?: () => string;
  readonly number?: NumberKind;
  /** All it can be, if that is little. */
  readonly choices?: readonly { readonly value: string; readonly text: () => string }[];
}

interface FieldGroup {
  readonly title: () => string;
  readonly fields: readonly FieldWords[];
}

const RECEIVER_KINDS: Readonly<Record<keyof Receivers, DueKind>> = {
  tax: 'TAX_AND_HEALTH_INSURANCE',
  tyel: 'TYEL',
  unemployment: 'UNEMPLOYMENT',
  accident: 'ACCIDENT',
  groupLife: 'GROUP_LIFE',
  yel: 'YEL',
};

/** The fields of one receiver of withheld money. */
function receiverFields(receiver: keyof Receivers): FieldGroup {
  const of = <Name extends keyof Receiver>(name: Name) =>
    `${HOLDER}${RECEIVERS}${receiver}.${name}` as const;
  return {
    title: () =>
      m.providerpeople_settings_receiver({ kind: DUE_NAMES[RECEIVER_KINDS[receiver]]() }),
    fields: [
      { name: of('name'), label: m.providerpeople_receiver_name },
      { name: of('iban'), label: m.providerpeople_receiver_iban },
      { name: of('reference'), label: m.providerpeople_receiver_reference },
      {
        name: of('dueDay'),
        label: m.providerpeople_receiver_due_day,
        help: m.providerpeople_receiver_due_day_help,
      },
    ],
  };
}

export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    title: m.providerpeople_settings_company,
    fields: [
      { name: 'settings.name', label: m.providerpeople_name },
      { name: 'settings.businessId', label: m.providerpeople_business_id },
      { name: 'settings.vatNumber', label: m.providerpeople_vat_number },
      { name: 'settings.street', label: m.providerpeople_address },
      { name: 'settings.postalCode', label: m.providerpeople_postal_code },
      { name: 'settings.city', label: m.providerpeople_city },
      { name: 'settings.domicile', label: m.providerpeople_domicile },
      { name: 'settings.email', label: m.login_username },
      { name: 'settings.phone', label: m.providerpeople_phone },
      { name: 'settings.website', label: m.providerpeople_website },
    ],
  },
  {
    title: m.providerpeople_settings_money,
    fields: [
      { name: 'settings.iban', label: m.providerpeople_iban },
      { name: 'settings.bic', label: m.providerpeople_bic },
      { name: 'settings.bankAgreement', label: m.providerpeople_bank_agreement },
      {
        name: 'settings.paymentFileVersion',
        label: m.providerpeople_payment_file_version,
        choices: ['pain.001.001.09', 'pain.001.001.03'].map((value) => ({
          value,
          text: () => value,
        })),
      },
      {
        name: 'settings.secondPersonAbove',
        label: m.providerpeople_second_person_above,
        number: 'price',
        help: m.providerpeople_second_person_above_help,
      },
      { name: 'settings.einvoiceAddress', label: m.providerpeople_einvoice_address },
      { name: 'settings.operator', label: m.providerpeople_operator },
    ],
  },
  {
    title: m.providerpeople_settings_prices,
    fields: [
      {
        name: 'settings.prices.servicePercent',
        label: m.providerpeople_fee_percent,
        number: 'percent',
      },
      {
        name: 'settings.prices.serviceFeeMaximumPerMonth',
        label: m.providerpeople_fee_maximum,
        number: 'price',
      },
      {
        name: 'settings.prices.payNowCommission',
        label: m.providerpeople_pay_now_commission,
        number: 'percent',
      },
      {
        name: 'settings.prices.accidentInsurance',
        label: m.providerpeople_accident_rate,
        number: 'percent',
      },
      {
        name: 'settings.prices.accidentInsuranceByProfession',
        label: m.providerpeople_accident_rates,
        help: m.providerpeople_accident_rates_help,
      },
      {
        name: 'settings.prices.groupLife',
        label: m.providerpeople_group_life_rate,
        number: 'percent',
      },
      {
        name: 'settings.prices.unemploymentTier',
        label: m.providerpeople_unemployment_tier,
        choices: [
          { value: 'lower', text: m.providerpeople_unemployment_lower },
          { value: 'upper', text: m.providerpeople_unemployment_upper },
        ],
      },
    ],
  },
  {
    title: m.providerpeople_settings_sending,
    fields: [
      {
        name: 'settings.waitingMinutes',
        label: m.providerpeople_waiting_minutes,
        help: m.providerpeople_waiting_minutes_help,
      },
    ],
  },
  {
    title: m.providerpeople_settings_visitors,
    fields: [
      {
        name: 'settings.frontPage',
        label: m.providerpeople_front_page,
        help: m.providerpeople_front_page_help,
        choices: [
          { value: 'login', text: m.providerpeople_front_page_login },
          { value: 'landing', text: m.providerpeople_front_page_landing },
        ],
      },
    ],
  },
  {
    title: m.providerpeople_settings_authorities,
    fields: [
      { name: 'settings.contactName', label: m.providerpeople_contact_name },
      { name: 'settings.contactPhone', label: m.providerpeople_contact_phone },
      { name: 'settings.contactEmail', label: m.providerpeople_contact_email },
      { name: 'settings.pensionProvider', label: m.providerpeople_pension_provider },
      { name: 'settings.pensionPolicy', label: m.providerpeople_pension_policy },
      { name: 'settings.accidentProvider', label: m.providerpeople_accident_provider },
      { name: 'settings.accidentPolicy', label: m.providerpeople_accident_policy },
    ],
  },
  {
    title: m.providerpeople_settings_advances,
    fields: [
      {
        name: 'settings.advances.share',
        label: m.providerpeople_advance_share,
        number: 'percent',
        help: m.providerpeople_advance_share_help,
      },
      {
        name: 'settings.advances.maximumPerPerson',
        label: m.providerpeople_advance_maximum,
        number: 'price',
      },
      {
        name: 'settings.advances.grantedUpTo',
        label: m.providerpeople_advance_by_rule,
        number: 'price',
        help: m.providerpeople_advance_by_rule_help,
      },
      {
        name: 'settings.advances.secondPersonAbove',
        label: m.providerpeople_advance_second_person,
        number: 'price',
        help: m.providerpeople_advance_second_person_help,
      },
      {
        name: 'settings.advances.paid',
        label: m.providerpeople_advance_paid,
        help: m.providerpeople_advance_paid_help,
        choices: [
          { value: 'daily', text: m.providerpeople_advance_paid_daily },
          { value: 'payroll', text: m.providerpeople_advance_paid_payroll },
        ],
      },
    ],
  },
  receiverFields('tax'),
  receiverFields('tyel'),
  receiverFields('unemployment'),
  receiverFields('accident'),
  receiverFields('groupLife'),
  receiverFields('yel'),
];

/** "71: 0,8, 2166: 0,4" */
function writeRates(rates: Prices['accidentInsuranceByProfession']): string {
  return Object.entries(rates)
    .map(([profession, rate]) => `${profession}: ${writeNumber(rate as Decimal, 'percent')}`)
    .join(', ');
}

function readRates(text: string): Prices['accidentInsuranceByProfession'] {
  const pairs = text
    .split(/[;\n]|,\s(?=\S+:)/)
    .map((pair) => pair.split(':').map((part) => part.trim()))
    .filter(([profession = '']) => profession !== '');
  return Object.fromEntries(
    pairs.map(([profession = '', rate = '']) => [profession, numberIn(rate, 'percent') ?? rate]),
  );
}

/** A number of the settings as a field begins with it. */
function startingNumber(number: string): string {
  return number === '' ? '' : draftNumber(number as Decimal, 'amount');
}

/** The settings as the form shows them. */
export function fieldsOf({
  prices,
  receivers,
  advances: { paid, ...amounts },
  ...content
}: SettingsContent): SettingsFields {
  const others = { ...content, secondPersonAbove: startingNumber(content.secondPersonAbove) };
  const { accidentInsuranceByProfession, ...plain } = prices;
  const named = [
    ...Object.entries(others).map(([name, value]) => [HOLDER + name, value]),
    ...Object.entries(plain).map(([name, value]) => [
      HOLDER + PRICES + name,
      startingNumber(value),
    ]),
    ...Object.entries(amounts).map(([name, value]) => [
      HOLDER + ADVANCES + name,
      startingNumber(value),
    ]),
    [`${HOLDER}${ADVANCES}paid`, paid],
    ...Object.entries(receivers).flatMap(([receiver, fields]) =>
      Object.entries(fields).map(([name, value]) => [
        `${HOLDER}${RECEIVERS}${receiver}.${name}`,
        value,
      ]),
    ),
  ];
  return {
    ...Object.fromEntries(named),
    [BY_PROFESSION]: writeRates(accidentInsuranceByProfession),
    validFrom: '',
  } as SettingsFields;
}

type Named = readonly (readonly [name: string, value: string])[];

/** Those whose name begins with their holder's, by the rest of it. */
function within(holder: string, all: Named): Named {
  return all
    .filter(([name]) => name.startsWith(holder))
    .map(([name, value]) => [name.slice(holder.length), value]);
}

const NUMBERS: Readonly<Record<string, NumberKind>> = Object.fromEntries(
  FIELD_GROUPS.flatMap(({ fields }) =>
    fields.flatMap(({ name, number }) => (number === undefined ? [] : [[name, number] as const])),
  ),
);

/** What cannot be read as numbers, as keys of the catalogue. */
export function problemsOf(form: SettingsFields): Record<string, string> {
  const rates = Object.values(readRates(form[BY_PROFESSION]));
  const unreadable = rates.some((rate) => numberIn(rate, 'percent') === undefined);
  return {
    ...numberProblems(form, NUMBERS),
    ...(unreadable && { [BY_PROFESSION]: 'validation.invalidNumber' }),
  };
}

/** What the form says, as the server takes it. */
export function contentOf(typed: SettingsFields): SettingsContent {
  const form = withPlainNumbers(typed, NUMBERS);
  const settings = within(HOLDER, Object.entries(form));
  return {
    ...Object.fromEntries(
      settings.filter(([name]) => ![PRICES, RECEIVERS, ADVANCES].some((of) => name.startsWith(of))),
    ),
    advances: Object.fromEntries(within(ADVANCES, settings)),
    receivers: Object.fromEntries(
      Object.keys(RECEIVER_KINDS).map((receiver) => [
        receiver,
        Object.fromEntries(within(`${RECEIVERS}${receiver}.`, settings)),
      ]),
    ),
    prices: {
      ...Object.fromEntries(within(PRICES, settings)),
      accidentInsuranceByProfession: readRates(form[BY_PROFESSION]),
    },
  } as SettingsContent;
}
