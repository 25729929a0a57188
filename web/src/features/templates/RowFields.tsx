import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calculatorFiguresQuery } from '@/api/calculator';
import type { TemplateRow } from '@/api/templates';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent, percentOfFraction } from '@/lib/format/exact';
import { dropdown } from '@/components/dropdown';
import { NumberInput, numberInput } from '@/components/NumberInput';
import type { Form } from '@/components/useForm';
import { m } from '@/paraglide/messages';
import classes from './RowFields.module.css';
import type { TemplateFields } from './templateFields';
import { TemplateTextField } from './TemplateTextField';

/** What a saved row puts on an invoice. Prices may be left for the invoice to tell. */
export function RowFields({ state }: { state: Form<TemplateFields> }) {
  const { fields, change } = state;
  return (
    <Stack gap="md">
      <TemplateTextField
        state={state}
        field="destination"
        label={m.templates_destination()}
        maxLength={500}
        required
      />
      <SegmentedControl<TemplateRow['type']>
        fullWidth
        size="md"
        aria-label={m.templates_type()}
        value={fields.type}
        onChange={(type) => change({ type })}
        data={[
          { value: 'CONTRACT', label: m.templates_type_contract() },
          { value: 'AMOUNT', label: m.templates_type_amount() },
        ]}
      />
      <div className={classes.prices}>
        {fields.type === 'CONTRACT' ? (
          <NumberField state={state} field="alvPrice" label={m.templates_price()} unit="€" />
        ) : (
          <>
            <NumberField state={state} field="billableWorkHours" label={m.templates_amount()} />
            <NumberField
              state={state}
              field="hourlyprice"
              label={m.templates_unit_price()}
              unit="€"
            />
          </>
        )}
        <VatField state={state} />
      </div>
      <Text size="sm" c="dimmed">
        {m.templates_optional()}
      </Text>
    </Stack>
  );
}

interface NumberProps {
  state: Form<TemplateFields>;
  field: 'alvPrice' | 'hourlyprice' | 'billableWorkHours';
  label: string;
  unit?: string;
}

function NumberField({ state, field, label, unit }: NumberProps) {
  const kind = field === 'billableWorkHours' ? 'amount' : 'price';
  return <NumberInput label={label} kind={kind} unit={unit} {...numberInput(state, field)} />;
}

/** The rates of today, and the template's own should it be older. */
function VatField({ state }: { state: Form<TemplateFields> }) {
  const { data } = useQuery(calculatorFiguresQuery(''));
  const own = state.fields.alv;
  const rates: string[] = data?.vatRates.map((rate) => percentOfFraction(rate)) ?? [];
  const choices = own === '' || rates.includes(own) ? rates : [...rates, own];
  return (
    <Select
      size="md"
      label={m.templates_vat()}
      data={choices.map((rate) => ({
        value: rate,
        label: formatPercent(fractionOfPercent(rate as `${number}`)),
      }))}
      value={own === '' ? null : own}
      onChange={(alv) => state.change({ alv: alv ?? '' })}
      error={state.errorOf('alv')}
      clearable
      clearButtonProps={{ 'aria-label': m.templates_vat_clear() }}
      comboboxProps={dropdown}
    />
  );
}
