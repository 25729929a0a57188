import type { Template, TemplateBody, TemplateKind, TemplateRow } from '@/api/templates';
import { numberIn, numberProblems, writeNumber, type NumberKind } from '@/lib/number';

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

type NumberName = 'alvPrice' | 'hourlyprice' | 'billableWorkHours';
const NUMBERS_SHOWN: Readonly<
  Record<TemplateRow['type'], Readonly<Partial<Record<NumberName, NumberKind>>>>
> = {
  CONTRACT: { alvPrice: 'price' },
  AMOUNT: { hourlyprice: 'price', billableWorkHours: 'amount' },
};

function written(number: number | null | undefined, kind: NumberKind): string {
  return typeof number === 'number' ? writeNumber(number, kind) : '';
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
    alvPrice: written(row?.alvPrice, 'price'),
    hourlyprice: written(row?.hourlyprice, 'price'),
    billableWorkHours: written(row?.billableWorkHours, 'amount'),
  };
}

/** What is wrong with each field, as keys of the catalogue. */
export function problemsOf(fields: TemplateFields): Partial<Record<TextField, string>> {
  const required = (field: TextField) =>
    fields[field].trim() === '' ? { [field]: 'validation.required' } : {};
  return {
    ...required('name'),
    ...(fields.kind === 'TEXT'
      ? required('text')
      : {
          ...required('destination'),
          ...numberProblems({ ...fields }, NUMBERS_SHOWN[fields.type]),
        }),
  };
}

/** What is sent: of a row only the prices that its pricing uses. */
export function bodyFrom(fields: TemplateFields, showInResult: boolean): TemplateBody {
  const { kind, type } = fields;
  const name = fields.name.trim();
  if (kind === 'TEXT') return { kind, name, showInResult, text: fields.text.trim() };
  const shown = NUMBERS_SHOWN[type];
  const number = (field: NumberName) => {
    const numberKind = shown[field];
    return (numberKind && numberIn(fields[field], numberKind)) ?? null;
  };
  return {
    kind,
    name,
    showInResult,
    row: {
      alvPrice: number('alvPrice'),
      hourlyprice: number('hourlyprice'),
      billableWorkHours: number('billableWorkHours'),
      type,
      destination: fields.destination.trim(),
      alv: fields.alv === '' ? null : fields.alv,
    },
  };
}
