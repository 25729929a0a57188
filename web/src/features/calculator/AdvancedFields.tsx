import { useState } from 'react';
import { useToday } from '@/api/today';
import { Disclosure } from '@/components/Disclosure';
import { formatDate } from '@/lib/format/date';
import { formatPercent } from '@/lib/format/percent';
import { percentOfFraction } from '@/lib/format/exact';
import { writeNumber } from '@/lib/number';
import { m } from '@/paraglide/messages';
import classes from './AdvancedFields.module.css';
import type { TextField } from './form';
import { TypedField } from './TypedField';
import type { Calculator } from './useCalculator';

const FIELDS = ['payday', 'servicePercent', 'professionCode'] as const satisfies TextField[];

/** Fields that few users change, behind a button. A value or an error in them opens it. */
export function AdvancedFields({ calculator }: { calculator: Calculator }) {
  const { form, errorOf } = calculator;
  const [open, setOpen] = useState(FIELDS.some((field) => form[field] !== ''));
  const shown = open || FIELDS.some((field) => errorOf(field) !== undefined);
  return (
    <Disclosure large title={m.calculator_group_advanced()} open={shown} onChange={setOpen}>
      <div className={classes.fields}>
        <Payday calculator={calculator} />
        {!calculator.own && (
          <>
            <ServicePercent calculator={calculator} />
            <ProfessionCode calculator={calculator} />
          </>
        )}
      </div>
    </Disclosure>
  );
}

function Payday({ calculator }: { calculator: Calculator }) {
  const { today } = useToday();
  return (
    <TypedField
      calculator={calculator}
      field="payday"
      label={m.calculator_payday()}
      placeholder={calculator.own || today === undefined ? undefined : formatDate(today)}
      description={calculator.own ? m.calculator_payday_own_help() : m.calculator_payday_help()}
    />
  );
}

function ServicePercent({ calculator }: { calculator: Calculator }) {
  const { figures } = calculator;
  return (
    <TypedField
      calculator={calculator}
      field="servicePercent"
      label={m.calculator_service_percent()}
      unit="%"
      placeholder={figures && writeNumber(percentOfFraction(figures.servicePercent), 'percent')}
      description={
        figures && m.calculator_service_help({ percent: formatPercent(figures.servicePercent) })
      }
    />
  );
}

function ProfessionCode({ calculator }: { calculator: Calculator }) {
  return (
    <TypedField
      calculator={calculator}
      field="professionCode"
      label={m.calculator_profession()}
      description={m.calculator_profession_help()}
    />
  );
}
