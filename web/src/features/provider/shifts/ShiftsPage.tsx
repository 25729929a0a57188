import { Alert, FileInput, List, Stack, Table, Text, Title } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiProblem } from '@/api/problem';
import { useImportShifts, type ImportedShifts } from '@/api/shifts';
import { BarredButton } from '@/components/BarredButton';
import { PageTitle } from '@/components/PageTitle';
import { tellProblem } from '@/components/tellProblem';
import { keyWith, textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

/** Brings in shifts from a planning program, and says what each line of the file came to. */
export function ShiftsPage() {
  const [file, setFile] = useState<File | null>(null);
  const { mutate, isPending, data: result, error } = useImportShifts();
  const faults = error instanceof ApiProblem ? error.fields : [];
  return (
    <Stack gap="lg" maw={820}>
      <PageTitle>{m.provider_page_shifts()}</PageTitle>
      <Text>{m.providerpeople_shifts_intro()}</Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== null) mutate(file, { onError: tellUnlessLines });
        }}
      >
        <Stack align="flex-start" gap="sm">
          <FileInput
            w="100%"
            maw={640}
            size="md"
            label={m.providerpeople_shifts_file()}
            placeholder={m.providerpeople_shifts_choose()}
            accept=".csv,.json,text/csv,application/json"
            clearable
            clearButtonProps={{ 'aria-label': m.providerpeople_shifts_clear() }}
            value={file}
            onChange={setFile}
          />
          <BarredButton
            type="submit"
            loading={isPending}
            reason={file === null ? m.providerpeople_shifts_choose() : undefined}
            leftSection={<IconUpload size={18} aria-hidden="true" />}
          >
            {m.providerpeople_shifts_bring()}
          </BarredButton>
        </Stack>
      </form>
      <div role="status">
        {result !== undefined && <Result result={result} />}
        {faults.length > 0 && <Faults faults={faults} />}
      </div>
      <Format />
    </Stack>
  );
}

/** Problems of the lines are listed; any other failure is a notification. */
function tellUnlessLines(error: Error) {
  if (!(error instanceof ApiProblem) || error.fields.length === 0) tellProblem(error);
}

function Result({ result: { received, changed } }: { result: ImportedShifts }) {
  return <Alert color="green">{m.providerpeople_shifts_result({ received, changed })}</Alert>;
}

const LINE_FIELD = /^lines\[(\d+)\]\.?(.*)$/;

function Faults({ faults }: { faults: ApiProblem['fields'] }) {
  return (
    <Stack gap="sm">
      <Alert color="yellow">{m.providerpeople_shifts_refused()}</Alert>
      <Table aria-label={m.providerpeople_shifts_errors()}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.providerpeople_shifts_line()}</Table.Th>
            <Table.Th>{m.providerpeople_shifts_field()}</Table.Th>
            <Table.Th>{m.providerpeople_shifts_reason()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {faults.map((fault) => {
            const { field, key } = fault;
            const [, line = '', name = field] = LINE_FIELD.exec(field) ?? [];
            return (
              <Table.Tr key={`${field} ${key}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{textOf(keyWith(fault))}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function Format() {
  return (
    <section aria-label={m.providerpeople_shifts_format()}>
      <Title order={2}>{m.providerpeople_shifts_format()}</Title>
      <List mt="xs" spacing={4}>
        <List.Item>{m.providerpeople_shifts_format_columns()}</List.Item>
        <List.Item>{m.providerpeople_shifts_format_times()}</List.Item>
        <List.Item>{m.providerpeople_shifts_format_again()}</List.Item>
        <List.Item>{m.providerpeople_shifts_format_api()}</List.Item>
      </List>
    </section>
  );
}
