import { NativeSelect } from '@mantine/core';
import type { CalculatorFigures } from '@/api/calculator';
import { FieldGroup } from '@/components/FieldGroup';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { numberIn } from '@/lib/number';
import { m } from '@/paraglide/messages';
import { FIELD_ORDER, TypedField } from './TypedField';
import { vatChoices, vatPercentOf } from './question';
import type { Calculator } from './useCalculator';

/** A help text with figures; it takes its place before they arrive. */
function helpWith(
  figures: CalculatorFigures | undefined,
  help: (figures: CalculatorFigures) => string,
): string {
  return figures === undefined ? '\u00a0' : help(figures);
}

/** VAT, tax and age; of the signed-in worker the latter two are known. */
export function TaxFields({ calculator }: { calculator: Calculator }) {
  const { figures } = calculator;
  if (calculator.own) return <VatField calculator={calculator} />;
  return (
    <FieldGroup title={m.calculator_group_tax()} columns={3}>
      <VatField calculator={calculator} />
      <TypedField
        calculator={calculator}
        field="taxPercent"
        label={m.calculator_tax_percent()}
        unit="%"
        description={helpWith(figures, ({ highestTaxPercent }) =>
          m.calculator_tax_help({ percent: formatPercent(highestTaxPercent) }),
        )}
      />
      <TypedField
        calculator={calculator}
        field="age"
        label={m.calculator_age()}
        unit={m.calculator_unit_years()}
        description={m.calculator_age_help()}
      />
    </FieldGroup>
  );
}

function VatField({ calculator: { form, figures, change, errorOf } }: { calculator: Calculator }) {
  const error = errorOf('alv');
  const choices = figures ? vatChoices(form, figures) : [];
  return (
    <NativeSelect
      size="md"
      label={m.calculator_vat()}
      inputWrapperOrder={[...FIELD_ORDER]}
      description={error === undefined && m.calculator_vat_help()}
      error={error}
      disabled={figures === undefined}
      value={figures && vatPercentOf(form, figures)}
      onChange={({ currentTarget }) => change({ alv: currentTarget.value })}
      data={choices.map((percent) => ({
        value: percent,
        label: formatPercent(fractionOfPercent(numberIn(percent, 'percent') ?? 0)),
      }))}
    />
  );
}

/** Journeys and meals, which are paid back without tax. */
export function TravelFields({ calculator }: { calculator: Calculator }) {
  const { figures } = calculator;
  return (
    <FieldGroup
      title={m.calculator_group_travel()}
      help={m.calculator_group_travel_help()}
      columns={2}
    >
      <TypedField
        calculator={calculator}
        field="kilometers"
        label={m.calculator_kilometers()}
        unit="km"
        placeholder="0"
        description={helpWith(figures, ({ carPerKm }) =>
          m.calculator_kilometers_help({ amount: formatMoney(carPerKm) }),
        )}
      />
      <TypedField
        calculator={calculator}
        field="fulldaycompensation"
        label={m.calculator_full_days()}
        unit={m.calculator_unit_days()}
        placeholder="0"
        description={helpWith(figures, ({ fullDay }) =>
          m.calculator_full_days_help({ amount: formatMoney(fullDay) }),
        )}
      />
      <TypedField
        calculator={calculator}
        field="partialdaycompensation"
        label={m.calculator_partial_days()}
        unit={m.calculator_unit_days()}
        placeholder="0"
        description={helpWith(figures, ({ partialDay }) =>
          m.calculator_partial_days_help({ amount: formatMoney(partialDay) }),
        )}
      />
      <TypedField
        calculator={calculator}
        field="lunchcompensation"
        label={m.calculator_meals()}
        unit={m.calculator_unit_meals()}
        placeholder="0"
        description={helpWith(figures, ({ meal }) =>
          m.calculator_meals_help({ amount: formatMoney(meal) }),
        )}
      />
    </FieldGroup>
  );
}
