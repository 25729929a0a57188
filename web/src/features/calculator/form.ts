import { readNumber, type NumberKind } from '@/lib/number';

/** What may be typed into other fields; everything else is left out, so that no link can carry it. */
const DAY = /[^\d.]/g;
const CODE = /[^\dA-Za-z]/g;

const LONGEST_TEXT = 20;

interface TextRule {
  /** The initial value. Empty: the server's default. */
  readonly usual: string;
  /** Numbers stay as typed. One that cannot be read is told, and no link carries it. */
  readonly number?: NumberKind;
  readonly forbidden?: RegExp;
}

/** The typed fields, by their names on the wire. Percentages are typed as such, not as fractions. */
const TEXTS = {
  price: { usual: '2000', number: 'price' },
  salary: { usual: '1500', number: 'price' },
  hours: { usual: '40', number: 'amount' },
  hourlyRate: { usual: '50', number: 'price' },
  alv: { usual: '', number: 'percent' },
  taxPercent: { usual: '20', number: 'percent' },
  age: { usual: '35', number: 'amount' },
  kilometers: { usual: '', number: 'kilometers' },
  fulldaycompensation: { usual: '', number: 'amount' },
  partialdaycompensation: { usual: '', number: 'amount' },
  lunchcompensation: { usual: '', number: 'amount' },
  payday: { usual: '', forbidden: DAY },
  servicePercent: { usual: '', number: 'percent' },
  professionCode: { usual: '', forbidden: CODE },
} as const satisfies Record<string, TextRule>;

/** The choices; the first of each is the usual one. */
const CHOICES = {
  tab: ['normal', 'hourly'],
  direction: ['invoice', 'inHand'],
  workerType: ['ENTREPRENEUR', 'WORKER'],
  yelInsured: ['yes', 'no'],
  payYelThroughService: ['no', 'yes'],
  own: ['yes', 'no'],
} as const;

export type TextField = keyof typeof TEXTS;
type ChoiceField = keyof typeof CHOICES;
type Choices = { [Field in ChoiceField]: (typeof CHOICES)[Field][number] };

export type CalculatorForm = Record<TextField, string> & Choices;

/** The form in the address bar: undefined where it is as usual. */
export type CalculatorSearch = {
  readonly [Field in keyof CalculatorForm]?: CalculatorForm[Field] | undefined;
};

const TEXT_FIELDS = Object.keys(TEXTS) as readonly TextField[];
const CHOICE_FIELDS = Object.keys(CHOICES) as readonly ChoiceField[];
const FIELDS = [...CHOICE_FIELDS, ...TEXT_FIELDS];

export function isTextField(name: string): name is TextField {
  return Object.hasOwn(TEXTS, name);
}

function ruleOf(field: TextField): TextRule {
  return TEXTS[field];
}

/** Which number a field holds; undefined where it holds none. */
export function numberKindOf(field: TextField): NumberKind | undefined {
  return ruleOf(field).number;
}

/** The text of a field is a number that can be asked, or not to be one. */
function isReadable(field: TextField, text: string): boolean {
  const kind = numberKindOf(field);
  const reading = kind && readNumber(text, kind).kind;
  return reading === undefined || reading === 'number' || reading === 'empty';
}

/** What a person typed, without the characters that the field has no use for. */
export function cleanText(field: TextField, typed: string): string {
  const { forbidden } = ruleOf(field);
  const text = forbidden === undefined ? typed : typed.replaceAll(forbidden, '');
  return text.slice(0, LONGEST_TEXT);
}

function textIn(field: TextField, raw: unknown): string {
  // The router reads 2000 as a number; such a number is written just as it stood in the address.
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
  const known = text !== undefined && cleanText(field, text) === text && isReadable(field, text);
  return known ? text : TEXTS[field].usual;
}

function choiceIn(field: ChoiceField, raw: unknown): string {
  return CHOICES[field].find((choice) => choice === raw) ?? CHOICES[field][0];
}

/** The form that an address describes. What is missing or senseless there is as usual. */
export function formOf(raw: Record<string, unknown>): CalculatorForm {
  return Object.fromEntries([
    ...TEXT_FIELDS.map((field) => [field, textIn(field, raw[field])]),
    ...CHOICE_FIELDS.map((field) => [field, choiceIn(field, raw[field])]),
  ]) as CalculatorForm;
}

const USUAL = formOf({});

/** What the server knows of a signed-in worker. */
const PERSONAL = [
  'taxPercent',
  'age',
  'workerType',
  'yelInsured',
  'payYelThroughService',
  'servicePercent',
  'professionCode',
] as const satisfies readonly (keyof CalculatorForm)[];

/** The usual person, whom nobody has described. */
export const USUAL_PERSON = Object.fromEntries(
  PERSONAL.map((field) => [field, USUAL[field]]),
) as Pick<CalculatorForm, (typeof PERSONAL)[number]>;

/** Whether a worker asks on their own behalf. A link that describes a person asks about that one. */
export function asksForOneself(form: CalculatorForm): boolean {
  return form.own === 'yes' && PERSONAL.every((field) => form[field] === USUAL[field]);
}

/** What cannot be read as a number is not part of the address. */
export function searchOf(form: CalculatorForm): CalculatorSearch {
  const usual = (field: keyof CalculatorForm) =>
    form[field] === USUAL[field] || (isTextField(field) && !isReadable(field, form[field]));
  return Object.fromEntries(FIELDS.map((field) => [field, usual(field) ? undefined : form[field]]));
}

const AMOUNTS: ReadonlySet<TextField> = new Set(['price', 'salary', 'hours', 'hourlyRate']);

/** The amounts that the form asks by, which are the ones that it shows. */
function amountsOf({ tab, direction }: CalculatorForm): TextField[] {
  const hourly = tab === 'hourly';
  if (direction === 'inHand') return hourly ? ['salary', 'hours'] : ['salary'];
  return hourly ? ['hours', 'hourlyRate'] : ['price'];
}

/** Whether the form shows a number that cannot be read, so that there is nothing to ask. */
export function isUnreadable(form: CalculatorForm): boolean {
  const amounts = amountsOf(form);
  return TEXT_FIELDS.some(
    (field) => (!AMOUNTS.has(field) || amounts.includes(field)) && !isReadable(field, form[field]),
  );
}

/** The form of search parameters that have been read. */
export function formOfSearch(search: CalculatorSearch): CalculatorForm {
  return Object.fromEntries(
    FIELDS.map((field) => [field, search[field] ?? USUAL[field]]),
  ) as CalculatorForm;
}
