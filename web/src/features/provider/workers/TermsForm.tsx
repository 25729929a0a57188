import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSaveTerms, type Worker } from '@/api/providerPeople';
import { saveForm } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { m } from '@/paraglide/messages';
import { EMPLOYED, ENTREPRENEUR, workerTypeName } from './workerTypes';

/** A number as one types it in Finland. */
function shown(value: number | null): string {
  return value === null ? '' : String(value).replace('.', ',');
}

/** What was agreed with the worker, by which their salaries are calculated from now on. */
export function TermsForm({ worker: { id, version, terms } }: { worker: Worker }) {
  const saving = useSaveTerms(id);
  const [yelInsured, setYelInsured] = useState(terms.yelInsured);
  const [payYel, setPayYel] = useState(terms.payYelThroughService);
  const form = useForm({
    workerType: terms.workerType,
    professionCode: terms.professionCode ?? '',
    servicePercent: shown(terms.servicePercent),
    employedSince: terms.employedSince ?? '',
  });
  const employed = form.fields.workerType === EMPLOYED;
  const body = {
    version,
    ...form.fields,
    yelInsured,
    payYelThroughService: payYel,
  };
  return (
    <form {...saveForm(form, saving, body)}>
      <Stack gap="sm">
        <NativeSelect
          size="md"
          label={m.providerpeople_worker_type()}
          data={[EMPLOYED, ENTREPRENEUR].map((value) => ({ value, label: workerTypeName(value) }))}
          {...form.input('workerType')}
        />
        <TextInput
          label={m.providerpeople_fee_percent()}
          description={m.providerpeople_fee_percent_help()}
          inputMode="decimal"
          {...form.input('servicePercent')}
        />
        <TextInput label={m.calculator_profession()} {...form.input('professionCode')} />
        {employed ? (
          <TextInput
            label={m.providerpeople_employed_since()}
            placeholder={m.invoice_date_form()}
            {...form.input('employedSince')}
          />
        ) : (
          <>
            <Checkbox
              label={m.providerpeople_yel_insured()}
              checked={yelInsured}
              onChange={({ currentTarget }) => setYelInsured(currentTarget.checked)}
            />
            <Checkbox
              label={m.providerpeople_pay_yel()}
              checked={payYel}
              onChange={({ currentTarget }) => setPayYel(currentTarget.checked)}
            />
          </>
        )}
        <Button type="submit" size="sm" loading={saving.isPending}>
          {m.providerpeople_save_terms()}
        </Button>
      </Stack>
    </form>
  );
}
