import { Collapse, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { appInfoQuery } from '@/api/app';
import { formatDate } from '@/lib/format/date';
import { formatPercent, percentOfFraction } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import classes from './AdvancedFields.module.css';
import type { TextField } from './form';
import { TypedField } from './TypedField';
import type { Calculator } from './useCalculator';

const FIELDS = ['payday', 'servicePercent', 'professionCode'] as const satisfies TextField[];

/** What few need to change, behind a button. A value or a fault in there opens it by itself. */
export function AdvancedFields({ calculator }: { calculator: Calculator }) {
  const id = useId();
  const { form, errorOf } = calculator;
  const [open, setOpen] = useState(FIELDS.some((field) => form[field] !== ''));
  const shown = open || FIELDS.some((field) => errorOf(field) !== undefined);
  return (
    <div>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setOpen(!shown)}
      >
        {m.calculator_group_advanced()}
        <IconChevronDown size={20} aria-hidden="true" className={classes.chevron} />
      </UnstyledButton>
      <Collapse id={id} expanded={shown}>
        <div className={classes.fields}>
          <Payday calculator={calculator} />
          <ServicePercent calculator={calculator} />
          <ProfessionCode calculator={calculator} />
        </div>
      </Collapse>
    </div>
  );
}

function Payday({ calculator }: { calculator: Calculator }) {
  const { data: app } = useQuery(appInfoQuery);
  return (
    <TypedField
      calculator={calculator}
      field="payday"
      label={m.calculator_payday()}
      placeholder={app && formatDate(app.today)}
      description={m.calculator_payday_help()}
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
      placeholder={figures && percentOfFraction(figures.servicePercent).replace('.', ',')}
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
