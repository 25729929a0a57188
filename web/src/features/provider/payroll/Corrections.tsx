import { Anchor, Stack, Text, Title } from '@mantine/core';
import { correctionAddress, payrollCorrections, type Correction } from '@/api/payroll';
import { useCursorList } from '@/api/listing';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

/** What credit notes took back of paid salaries, with the files for the Incomes Register. Nothing while there is none. */
export function Corrections() {
  const list = useCursorList(payrollCorrections);
  if (list.failure === null && list.items.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label={m.providerpayroll_corrections()}>
      <Title order={2}>{m.providerpayroll_corrections()}</Title>
      <Text c="dimmed">{m.providerpayroll_corrections_help()}</Text>
      <ListView list={list} empty={null}>
        {(corrections) => (
          <DataTable
            caption={m.providerpayroll_corrections()}
            items={corrections}
            keyOf={({ creditNoteId }) => creditNoteId}
            columns={columns()}
          />
        )}
      </ListView>
    </Stack>
  );
}

function columns(): [Column<Correction>, ...Column<Correction>[]] {
  return [
    { name: m.providerpayroll_worker(), cell: ({ personName }) => personName },
    {
      name: m.providerpayroll_correction_salary(),
      cell: ({ salaryNumber, payday }) =>
        m.providerpayroll_correction_salary_of({ number: salaryNumber ?? '–', payday }),
    },
    {
      name: m.providerpayroll_correction_note(),
      cell: ({ creditNoteNumber }) => creditNoteNumber,
      numeric: true,
      from: 'sm',
    },
    {
      name: m.providerpayroll_correction_made(),
      cell: ({ madeAt }) => formatInstant(madeAt),
      from: 'md',
    },
    {
      name: m.providerpayroll_correction_gross(),
      cell: ({ bruttoSalary }) => formatMoney(bruttoSalary),
      numeric: true,
      from: 'sm',
    },
    { name: m.providerpayroll_correction_file(), cell: (correction) => <File {...correction} /> },
  ];
}

function File({ creditNoteId, salaryId, kind, hasFile }: Correction) {
  if (!hasFile) {
    return kind === null
      ? m.providerpayroll_correction_writing()
      : m.providerpayroll_correction_nothing();
  }
  return (
    <Anchor href={correctionAddress(creditNoteId, salaryId)} download>
      {kind === 'INVALIDATION'
        ? m.providerpayroll_correction_invalidation()
        : m.providerpayroll_correction_replacement()}
    </Anchor>
  );
}
