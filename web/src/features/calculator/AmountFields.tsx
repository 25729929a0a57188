import { SegmentedControl, Tabs } from '@mantine/core';
import { m } from '@/paraglide/messages';
import classes from './AmountFields.module.css';
import type { CalculatorForm } from './form';
import { TypedField } from './TypedField';
import type { Calculator } from './useCalculator';

/** What is known: the price of the work or the wanted salary, as a sum or by the hour. */
export function AmountFields({ calculator }: { calculator: Calculator }) {
  const { form, change } = calculator;
  return (
    <Tabs
      keepMounted={false}
      value={form.tab}
      onChange={(tab) => change({ tab: tab === 'hourly' ? 'hourly' : 'normal' })}
      classNames={{ tab: classes.tab, panel: classes.panel }}
    >
      <Tabs.List grow aria-label={m.calculator_tabs()}>
        <Tabs.Tab value="normal">{m.calculator_tab_normal()}</Tabs.Tab>
        <Tabs.Tab value="hourly">{m.calculator_tab_hourly()}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="normal">
        <Direction calculator={calculator} />
        <div className={classes.amounts}>
          {form.direction === 'invoice' ? (
            <TypedField
              calculator={calculator}
              field="price"
              label={m.calculator_price()}
              unit="€"
              size="xl"
            />
          ) : (
            <WantedSalary calculator={calculator} />
          )}
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="hourly">
        <Direction calculator={calculator} />
        <div className={classes.amounts}>
          {form.direction === 'inHand' && <WantedSalary calculator={calculator} />}
          <TypedField
            calculator={calculator}
            field="hours"
            label={m.calculator_hours()}
            unit={m.calculator_unit_hours()}
            size="xl"
          />
          {form.direction === 'invoice' && (
            <TypedField
              calculator={calculator}
              field="hourlyRate"
              label={m.calculator_hourly_rate()}
              unit={m.calculator_unit_per_hour()}
              size="xl"
            />
          )}
        </div>
      </Tabs.Panel>
    </Tabs>
  );
}

function WantedSalary({ calculator }: { calculator: Calculator }) {
  return (
    <TypedField
      calculator={calculator}
      field="salary"
      label={m.calculator_salary()}
      unit="€"
      size="xl"
    />
  );
}

function Direction({ calculator: { form, change } }: { calculator: Calculator }) {
  return (
    <SegmentedControl<CalculatorForm['direction']>
      fullWidth
      size="md"
      aria-label={m.calculator_direction()}
      value={form.direction}
      onChange={(direction) => change({ direction })}
      data={[
        { value: 'invoice', label: m.calculator_direction_invoice() },
        { value: 'inHand', label: m.calculator_direction_in_hand() },
      ]}
    />
  );
}
