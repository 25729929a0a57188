import { NativeSelect, TextInput } from '@mantine/core';
import { dateInput } from '@/components/dateInput';
import type { Form } from '@/components/useForm';
import { FieldGroup } from '@/components/FieldGroup';
import { NumberInput } from '@/components/NumberInput';
import { daysAfter, daysBetween } from '@/lib/calendar';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { plainUnits, unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { useEditor } from '../editor';
import { useVatRates } from '../fields/VatSelect';
import { ProposedNote } from './ProposedNote';
import {
  vatByRate,
  withAmount,
  withRate,
  withTotal,
  withVatAmount,
  type Proposal,
  type PurchaseFields,
} from './purchaseForm';

interface Props {
  form: Form<PurchaseFields>;
  proposal: Proposal;
}

/** What is to be paid and by when. The sums follow from each other. */
export function SumFields({ form, proposal }: Props) {
  const { fields, change, leave, errorOf, keyOf } = form;
  const note = { form, proposal };
  const amount = unitsOf(fields.amount);
  const expected = vatByRate(fields);
  const vatOff = keyOf('vatAmount') === 'purchase.vatOff' && expected !== undefined;
  const sum = (name: 'amount' | 'vatAmount' | 'total', write: typeof withAmount) => ({
    name,
    kind: 'price' as const,
    unit: '€',
    value: fields[name],
    onChange: (typed: string) => change(write(fields, typed)),
    onBlur: () => leave(name),
  });
  return (
    <FieldGroup title={m.purchases_sums_title()} columns="pairs">
      <div>
        <NumberInput
          {...sum('amount', withAmount)}
          label={m.purchases_amount()}
          error={errorOf('amount')}
        />
        <ProposedNote {...note} name="amount" label={m.purchases_amount()} />
      </div>
      <div>
        <RateSelect form={form} />
        <ProposedNote {...note} name="alv" label={m.purchases_alv()} />
      </div>
      <div>
        <NumberInput
          {...sum('vatAmount', withVatAmount)}
          label={m.purchases_vat()}
          error={
            vatOff
              ? m.purchases_vat_off({ vat: formatMoney(plainUnits(expected)) })
              : errorOf('vatAmount')
          }
        />
        <ProposedNote {...note} name="vatAmount" label={m.purchases_vat()} />
      </div>
      <div>
        <NumberInput
          {...sum('total', withTotal)}
          label={m.purchases_total()}
          error={errorOf('total')}
          description={
            amount !== undefined &&
            amount > 0n &&
            m.purchases_total_help({ amount: formatMoney(plainUnits(amount)) })
          }
        />
        <ProposedNote {...note} name="total" label={m.purchases_total()} />
      </div>
      <DueDate form={form} proposal={proposal} />
    </FieldGroup>
  );
}

/** How old an invoice can be, as on the server. It bears the VAT of its own day, which nobody is asked for. */
const OLDEST_DAYS = 366;

function RateSelect({ form: { fields, change, errorOf } }: Pick<Props, 'form'>) {
  const { today } = useEditor();
  const present = useVatRates(today);
  const earlier = useVatRates(daysAfter(today, -OLDEST_DAYS) ?? today);
  const all = [...new Set<string>([...present, ...earlier, fields.alv])];
  return (
    <NativeSelect
      name="alv"
      size="md"
      label={m.purchases_alv()}
      error={errorOf('alv')}
      value={fields.alv}
      data={all.map((value) => ({
        value,
        label: formatPercent(fractionOfPercent(value as `${number}`)),
      }))}
      onChange={({ currentTarget }) => change(withRate(fields, currentTarget.value))}
    />
  );
}

function DueDate({ form, proposal }: Props) {
  const { today } = useEditor();
  const past = (daysBetween(today, form.fields.duedate) ?? 0) < 0;
  return (
    <div>
      <TextInput
        {...dateInput(form, 'duedate')}
        label={m.purchases_duedate()}
        inputMode="decimal"
        autoComplete="off"
        description={past && m.purchases_duedate_past()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <ProposedNote form={form} proposal={proposal} name="duedate" label={m.purchases_duedate()} />
    </div>
  );
}
