import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useSaveTerms, type Worker } from '@/api/providerPeople';
import { ChangedNote } from '@/components/ChangedNote';
import { dateInput } from '@/components/dateInput';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { saveForm } from '@/components/saveForm';
import { useKeptForm } from '@/components/useKeptForm';
import { numberProblems, withPlainNumbers, writeNumber } from '@/lib/number';
import { m } from '@/paraglide/messages';
import { EMPLOYED, ENTREPRENEUR, workerTypeName } from './workerTypes';

const NUMBERS = { servicePercent: 'percent' } as const;

const yesOrNo = (yes: boolean) => (yes ? 'yes' : 'no');

function fieldsOf({ terms }: Worker) {
  return {
    workerType: terms.workerType as string,
    professionCode: terms.professionCode ?? '',
    servicePercent:
      terms.servicePercent === null ? '' : writeNumber(terms.servicePercent, 'percent'),
    employedSince: terms.employedSince ?? '',
    yelInsured: yesOrNo(terms.yelInsured),
    payYelThroughService: yesOrNo(terms.payYelThroughService),
  };
}

type Fields = ReturnType<typeof fieldsOf>;

const LABELS: Readonly<Record<keyof Fields, () => string>> = {
  workerType: m.providerpeople_worker_type,
  professionCode: m.calculator_profession,
  servicePercent: m.providerpeople_fee_percent,
  employedSince: m.providerpeople_employed_since,
  yelInsured: m.providerpeople_yel_insured,
  payYelThroughService: m.providerpeople_pay_yel,
};

/** A value as the form shows it. */
function shown(name: keyof Fields, value: string): string {
  if (name === 'workerType') return workerTypeName(value);
  if (name !== 'yelInsured' && name !== 'payYelThroughService') return value;
  return value === 'yes' ? m.invoice_yes() : m.invoice_no();
}

/** What was agreed with the worker, by which their salaries are calculated from now on. */
export function TermsForm({ worker }: { worker: Worker }) {
  const { id, version } = worker;
  const saving = useSaveTerms(id);
  const saved = fieldsOf(worker);
  const { form, kept, takeSaved, accept } = useKeptForm(saved, (fields) =>
    numberProblems(fields, NUMBERS),
  );
  const { yelInsured, payYelThroughService, ...texts } = form.fields;
  const employed = texts.workerType === EMPLOYED;
  const body = {
    version,
    ...withPlainNumbers(texts, NUMBERS),
    yelInsured: yelInsured === 'yes',
    payYelThroughService: payYelThroughService === 'yes',
  };
  const check = (name: 'yelInsured' | 'payYelThroughService') => ({
    label: LABELS[name](),
    checked: form.fields[name] === 'yes',
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) =>
      form.change({ [name]: yesOrNo(currentTarget.checked) }),
  });
  return (
    <form {...saveForm(form, saving, body, () => accept())}>
      <Stack gap="sm">
        <ChangedNote
          fields={(kept as (keyof Fields)[]).map((name) => ({
            label: LABELS[name](),
            saved: shown(name, saved[name]),
          }))}
          take={takeSaved}
        />
        <NativeSelect
          size="md"
          label={LABELS.workerType()}
          data={[EMPLOYED, ENTREPRENEUR].map((value) => ({ value, label: workerTypeName(value) }))}
          {...form.input('workerType')}
        />
        <NumberInput
          kind="percent"
          label={LABELS.servicePercent()}
          description={m.providerpeople_fee_percent_help()}
          {...numberInput(form, 'servicePercent')}
        />
        <TextInput label={LABELS.professionCode()} {...form.input('professionCode')} />
        {employed ? (
          <TextInput label={LABELS.employedSince()} {...dateInput(form, 'employedSince')} />
        ) : (
          <>
            <Checkbox {...check('yelInsured')} />
            <Checkbox {...check('payYelThroughService')} />
          </>
        )}
        <Button type="submit" size="sm" loading={saving.isPending}>
          {m.providerpeople_save_terms()}
        </Button>
      </Stack>
    </form>
  );
}
