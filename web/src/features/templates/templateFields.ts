import type { Template, TemplateBody, TemplateKind, TemplateRow } from '@/api/templates';
import { parseDecimal } from '@/lib/format/decimal';

/** The values of the form, as typed. */
export interface TemplateFields {
  readonly kind: TemplateKind;
  readonly name: string;
  readonly text: string;
  readonly destination: string;
  readonly type: TemplateRow['type'];
  readonly alv: string;
  readonly alvPrice: string;
  readonly hourlyprice: string;
  readonly billableWorkHours: string;
}

export type TextField = Exclude<keyof TemplateFields, 'kind' | 'type'>;

const NUMBERS = ['alvPrice', 'hourlyprice', 'billableWorkHours'] as const;
const NUMBERS_SHOWN = {
  CONTRACT: ['alvPrice'],
  AMOUNT: ['hourlyprice', 'billableWorkHours'],
} as const satisfies Record<TemplateRow['type'], readonly (typeof NUMBERS)[number][]>;

function written(number: number | null | undefined): string {
  return typeof number === 'number' ? `${number}`.replace('.', ',') : '';
}

/** The fields of a template to be changed, or of a new one. */
export function fieldsOf(template: Template | undefined): TemplateFields {
  const row = template?.row;
  return {
    kind: template?.kind ?? 'ROW',
    name: template?.name ?? '',
    text: template?.text ?? '',
    destination: row?.destination ?? '',
    type: row?.type ?? 'CONTRACT',
    alv: typeof row?.alv === 'number' ? `${row.alv}` : '',
    alvPrice: written(row?.alvPrice),
    hourlyprice: written(row?.hourlyprice),
    billableWorkHours: written(row?.billableWorkHours),
  };
}

/** What is wrong with each field, as keys of the catalogue. */
export function problemsOf(fields: TemplateFields): Partial<Record<TextField, string>> {
  const required = (field: TextField) =>
    fields[field].trim() === '' ? { [field]: 'validation.required' } : {};
  const numbers = NUMBERS_SHOWN[fields.type].filter(
    (field) => fields[field].trim() !== '' && parseDecimal(fields[field]) === undefined,
  );
  return {
    ...required('name'),
    ...(fields.kind === 'TEXT'
      ? required('text')
      : {
          ...required('destination'),
          ...Object.fromEntries(numbers.map((field) => [field, 'validation.invalidNumber'])),
        }),
  };
}

/** What is sent: of a row only the prices that its pricing uses. */
export function bodyFrom(fields: TemplateFields, showInResult: boolean): TemplateBody {
  const { kind, type } = fields;
  const name = fields.name.trim();
  if (kind === 'TEXT') return { kind, name, showInResult, text: fields.text.trim() };
  const shown: readonly string[] = NUMBERS_SHOWN[type];
  const numbers = NUMBERS.map((field) => [
    field,
    shown.includes(field) ? (parseDecimal(fields[field]) ?? null) : null,
  ]);
  return {
    kind,
    name,
    showInResult,
    row: {
      ...(Object.fromEntries(numbers) as Record<(typeof NUMBERS)[number], string | null>),
      type,
      destination: fields.destination.trim(),
      alv: fields.alv === '' ? null : fields.alv,
    },
  };
}
