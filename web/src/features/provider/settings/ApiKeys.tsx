import { Alert, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery, useCreateApiKey, useEndApiKey, type ApiKey } from '@/api/providerSettings';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { DataTable, type Column } from '@/components/list/DataTable';
import { tellProblem } from '@/components/tellProblem';
import { saveForm } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';

/** The keys by which other programs bring in shifts. */
export function ApiKeys() {
  const { data: keys, error, refetch } = useQuery(apiKeysQuery);
  return (
    <Stack gap="md">
      <NewKey />
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {keys === undefined && error === null && <PageLoader />}
      {keys?.length === 0 && <Text c="dimmed">{m.providerpeople_keys_empty()}</Text>}
      {keys !== undefined && keys.length > 0 && (
        <DataTable
          caption={m.providerpeople_keys()}
          items={keys}
          keyOf={({ id }) => id}
          columns={columns()}
        />
      )}
    </Stack>
  );
}

function columns(): [Column<ApiKey>, ...Column<ApiKey>[]] {
  return [
    { name: m.providerpeople_name(), cell: ({ name }) => name },
    {
      name: m.providerpeople_made_at(),
      cell: ({ madeAt }) => formatInstant(madeAt),
      from: 'sm',
    },
    {
      name: m.providerpeople_key_used(),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? m.providerpeople_key_unused() : formatInstant(lastUsedAt),
    },
    { name: m.providerpeople_key_end(), silent: true, cell: (key) => <End apiKey={key} /> },
  ];
}

function NewKey() {
  const creating = useCreateApiKey();
  const form = useForm({ name: '' });
  const made = creating.data;
  return (
    <Stack gap="sm">
      <form {...saveForm(form, creating, form.fields.name, () => form.change({ name: '' }))}>
        <Group align="flex-end">
          <TextInput
            label={m.providerpeople_key_name()}
            description={m.providerpeople_key_name_help()}
            {...form.input('name')}
          />
          <Button type="submit" loading={creating.isPending}>
            {m.providerpeople_key_make()}
          </Button>
        </Group>
      </form>
      {made !== undefined && (
        <Alert color="petrol" role="status" title={m.providerpeople_key_once()}>
          <Group gap="sm">
            <Code>{made.key}</Code>
            <CopyButton value={made.key}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="default" onClick={copy}>
                  {copied ? m.providerpeople_key_copied() : m.providerpeople_key_copy()}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Alert>
      )}
    </Stack>
  );
}

function End({ apiKey: { id, name, endedAt } }: { apiKey: ApiKey }) {
  const { mutate, isPending } = useEndApiKey();
  if (endedAt !== null) {
    return <Text size="sm">{m.providerpeople_key_ended({ day: formatInstant(endedAt) })}</Text>;
  }
  const ask = () =>
    modals.openConfirmModal({
      title: m.providerpeople_key_end_title({ name }),
      children: <Text>{m.providerpeople_key_end_body()}</Text>,
      labels: { confirm: m.providerpeople_key_end(), cancel: m.dialog_cancel() },
      confirmProps: { color: 'red' },
      onConfirm: () => mutate(id, { onError: tellProblem }),
    });
  return (
    <Button size="compact-sm" variant="default" loading={isPending} onClick={ask}>
      {m.providerpeople_key_end()}
    </Button>
  );
}
