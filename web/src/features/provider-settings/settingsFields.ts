import type { SettingsContent } from '@/api/providerUpkeep';
import { m } from '@/paraglide/messages';

type Prices = SettingsContent['prices'];
type PriceName = Exclude<keyof Prices, 'accidentInsuranceByProfession'>;

/** The fields as the form holds them: those of the prices after a dot, as the server names them. */
type SettingsField =
  | Exclude<keyof SettingsContent, 'prices'>
  | `prices.${PriceName}`
  | 'prices.accidentInsuranceByProfession';

type SettingsFields = Readonly<Record<SettingsField | 'validFrom', string>>;

interface FieldWords {
  readonly name: SettingsField;
  readonly label: () => string;
  readonly help?: () => string;
}

interface FieldGroup {
  readonly title: () => string;
  readonly fields: readonly FieldWords[];
}

export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    title: m.providerpeople_settings_company,
    fields: [
      { name: 'name', label: m.providerpeople_name },
      { name: 'businessId', label: m.providerpeople_business_id },
      { name: 'vatNumber', label: m.providerpeople_vat_number },
      { name: 'street', label: m.providerpeople_address },
      { name: 'postalCode', label: m.providerpeople_postal_code },
      { name: 'city', label: m.providerpeople_city },
      { name: 'domicile', label: m.providerpeople_domicile },
      { name: 'email', label: m.login_username },
      { name: 'phone', label: m.providerpeople_phone },
      { name: 'website', label: m.providerpeople_website },
    ],
  },
  {
    title: m.providerpeople_settings_money,
    fields: [
      { name: 'iban', label: m.providerpeople_iban },
      { name: 'bic', label: m.providerpeople_bic },
      { name: 'bankAgreement', label: m.providerpeople_bank_agreement },
      { name: 'paymentFileVersion', label: m.providerpeople_payment_file_version },
      { name: 'einvoiceAddress', label: m.providerpeople_einvoice_address },
      { name: 'operator', label: m.providerpeople_operator },
    ],
  },
  {
    title: m.providerpeople_settings_prices,
    fields: [
      { name: 'prices.servicePercent', label: m.providerpeople_fee_percent },
      {
        name: 'prices.serviceFeeMaximumPerMonth',
        label: m.providerpeople_fee_maximum,
      },
      { name: 'prices.payNowCommission', label: m.providerpeople_pay_now_commission },
      { name: 'prices.accidentInsurance', label: m.providerpeople_accident_rate },
      {
        name: 'prices.accidentInsuranceByProfession',
        label: m.providerpeople_accident_rates,
        help: m.providerpeople_accident_rates_help,
      },
      { name: 'prices.groupLife', label: m.providerpeople_group_life_rate },
      {
        name: 'prices.unemploymentTier',
        label: m.providerpeople_unemployment_tier,
        help: m.providerpeople_unemployment_tier_help,
      },
    ],
  },
  {
    title: m.providerpeople_settings_authorities,
    fields: [
      { name: 'contactName', label: m.providerpeople_contact_name },
      { name: 'contactPhone', label: m.providerpeople_contact_phone },
      { name: 'contactEmail', label: m.providerpeople_contact_email },
      { name: 'pensionProvider', label: m.providerpeople_pension_provider },
      { name: 'pensionPolicy', label: m.providerpeople_pension_policy },
      { name: 'accidentProvider', label: m.providerpeople_accident_provider },
      { name: 'accidentPolicy', label: m.providerpeople_accident_policy },
    ],
  },
];

/** "71: 0,8" on each line. */
function writeRates(rates: Prices['accidentInsuranceByProfession']): string {
  return Object.entries(rates)
    .map(([profession, rate]) => `${profession}: ${rate}`)
    .join(', ');
}

function readRates(text: string): Prices['accidentInsuranceByProfession'] {
  const pairs = text
    .split(/[;\n]|,\s(?=\S+:)/)
    .map((pair) => pair.split(':').map((part) => part.trim()))
    .filter(([profession = '']) => profession !== '');
  return Object.fromEntries(pairs.map(([profession = '', rate = '']) => [profession, rate]));
}

/** The settings as the form shows them. */
export function fieldsOf({ prices, ...others }: SettingsContent): SettingsFields {
  const { accidentInsuranceByProfession, ...plain } = prices;
  const named = Object.entries(plain).map(([name, value]) => [`prices.${name}`, value]);
  return {
    ...others,
    ...Object.fromEntries(named),
    'prices.accidentInsuranceByProfession': writeRates(accidentInsuranceByProfession),
    validFrom: '',
  } as SettingsFields;
}

/** What the form says, as the server takes it. */
export function contentOf(form: SettingsFields): SettingsContent {
  const { validFrom: _, ...fields } = form;
  const entries = Object.entries(fields);
  const plain = entries.filter(([name]) => !name.startsWith('prices.'));
  const prices = entries
    .filter(([name]) => name.startsWith('prices.'))
    .map(([name, value]) => [name.slice('prices.'.length), value]);
  return {
    ...Object.fromEntries(plain),
    prices: {
      ...Object.fromEntries(prices),
      accidentInsuranceByProfession: readRates(fields['prices.accidentInsuranceByProfession']),
    },
  } as SettingsContent;
}
