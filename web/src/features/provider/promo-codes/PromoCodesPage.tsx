import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { promoCodesQuery, useSavePromoCode, type PromoCode } from '@/api/promoCodes';
import { AppModal } from '@/components/AppModal';
import { dateInput } from '@/components/dateInput';
import { LoadFailure } from '@/components/LoadFailure';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { saveForm } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { numberProblems, withPlainNumbers, writeNumber } from '@/lib/number';
import { m } from '@/paraglide/messages';

const NUMBERS = { servicePercent: 'percent' } as const;

/** A code that is open in the dialog; `new` is one that is being made. */
type Open = PromoCode | 'new' | undefined;

/** Codes that give those who register with them another service fee. */
export function PromoCodesPage() {
  const { data: codes, error, refetch } = useQuery(promoCodesQuery);
  const [open, setOpen] = useState<Open>();
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_promo_codes()}</PageTitle>
        <Group gap="xs">
          <Button
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setOpen('new')}
          >
            {m.providerpeople_code_new()}
          </Button>
          <ListKeys />
        </Group>
      </Group>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {codes === undefined && error === null && <PageLoader />}
      {codes?.length === 0 && <Text c="dimmed">{m.providerpeople_codes_empty()}</Text>}
      {codes !== undefined && codes.length > 0 && (
        <DataTable
          caption={m.provider_page_promo_codes()}
          items={codes}
          keyOf={({ code }) => code}
          columns={columns(setOpen)}
          leading
        />
      )}
      {open !== undefined && (
        <CodeDialog before={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </Stack>
  );
}

function columns(open: (code: PromoCode) => void): [Column<PromoCode>, ...Column<PromoCode>[]] {
  return [
    { name: m.providerpeople_code(), cell: ({ code }) => code, unbroken: true },
    {
      name: m.calculator_line_fee(),
      cell: ({ servicePercent }) => formatPercent(fractionOfPercent(servicePercent)),
      numeric: true,
    },
    {
      name: m.providerpeople_valid(),
      cell: ({ validFrom, validUntil }) => `${validFrom}–${validUntil ?? ''}`,
      from: 'sm',
    },
    {
      name: m.providerpeople_code_uses(),
      cell: ({ uses, mostUses }) => (mostUses === null ? uses : `${uses} / ${mostUses}`),
      numeric: true,
    },
    { name: m.providerpeople_note(), cell: ({ note }) => note, from: 'sm' },
    {
      name: m.providerpeople_change(),
      silent: true,
      cell: (code) => (
        <ActionIcon
          variant="default"
          aria-label={m.providerpeople_code_change({ code: code.code })}
          title={m.providerpeople_change()}
          onClick={() => open(code)}
        >
          <IconPencil size={18} aria-hidden="true" />
        </ActionIcon>
      ),
    },
  ];
}

function CodeDialog({ before, onClose }: { before: PromoCode | undefined; onClose: () => void }) {
  const saving = useSavePromoCode(before);
  const form = useForm(
    {
      code: before?.code ?? '',
      servicePercent: before === undefined ? '' : writeNumber(before.servicePercent, 'percent'),
      validFrom: before?.validFrom ?? '',
      validUntil: before?.validUntil ?? '',
      mostUses: String(before?.mostUses ?? ''),
      note: before?.note ?? '',
    },
    (fields) => numberProblems(fields, NUMBERS),
  );
  return (
    <AppModal
      opened
      onClose={onClose}
      title={before === undefined ? m.providerpeople_code_new() : before.code}
    >
      <form {...saveForm(form, saving, withPlainNumbers(form.fields, NUMBERS), onClose)}>
        <Stack gap="sm">
          {before === undefined && (
            <TextInput label={m.providerpeople_code()} data-autofocus {...form.input('code')} />
          )}
          <NumberInput
            kind="percent"
            label={m.providerpeople_fee_percent()}
            {...numberInput(form, 'servicePercent')}
          />
          <Group grow align="flex-start">
            <TextInput label={m.providerpeople_from()} {...dateInput(form, 'validFrom')} />
            <TextInput label={m.providerpeople_until()} {...dateInput(form, 'validUntil')} />
          </Group>
          <TextInput
            label={m.providerpeople_code_most_uses()}
            description={m.providerpeople_code_most_uses_help()}
            inputMode="numeric"
            {...form.input('mostUses')}
          />
          <TextInput label={m.providerpeople_note()} {...form.input('note')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="sm" onClick={onClose}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit" size="sm" loading={saving.isPending}>
              {m.providerpeople_save()}
            </Button>
          </Group>
        </Stack>
      </form>
    </AppModal>
  );
}
