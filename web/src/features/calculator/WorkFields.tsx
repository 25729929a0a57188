import { SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { FieldGroup } from '@/components/FieldGroup';
import { HelpLink } from '@/domain/help/HelpLink';
import { m } from '@/paraglide/messages';
import type { CalculatorForm } from './form';
import type { Calculator } from './useCalculator';

/** Whether the work is done as a light entrepreneur or in employment, and the pension of the former. */
export function WorkFields({ calculator: { form, change } }: { calculator: Calculator }) {
  const entrepreneur = form.workerType === 'ENTREPRENEUR';
  return (
    <FieldGroup title={m.calculator_group_work()} columns={1}>
      <SegmentedControl<CalculatorForm['workerType']>
        fullWidth
        aria-label={m.calculator_group_work()}
        value={form.workerType}
        onChange={(workerType) => change({ workerType })}
        data={[
          { value: 'ENTREPRENEUR', label: m.calculator_entrepreneur() },
          { value: 'WORKER', label: m.calculator_employee() },
        ]}
      />
      <Text size="sm" c="dimmed">
        {entrepreneur ? m.calculator_entrepreneur_help() : m.calculator_employee_help()}
      </Text>
      <HelpLink topic={entrepreneur ? 'yel' : 'tyel'} said besideForm />
      {entrepreneur && (
        <Stack gap="sm">
          <Switch
            size="md"
            label={m.calculator_yel_insured()}
            description={m.calculator_yel_insured_help()}
            checked={form.yelInsured === 'yes'}
            onChange={({ currentTarget }) =>
              change({ yelInsured: currentTarget.checked ? 'yes' : 'no' })
            }
          />
          {form.yelInsured === 'yes' && (
            <Switch
              size="md"
              label={m.calculator_pay_yel()}
              description={m.calculator_pay_yel_help()}
              checked={form.payYelThroughService === 'yes'}
              onChange={({ currentTarget }) =>
                change({ payYelThroughService: currentTarget.checked ? 'yes' : 'no' })
              }
            />
          )}
        </Stack>
      )}
    </FieldGroup>
  );
}
