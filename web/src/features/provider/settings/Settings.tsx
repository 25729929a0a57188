import {
  Alert,
  Button,
  Card,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  settingsQuery,
  useAddSettings,
  type SettingsContent,
  type SettingsFrom,
} from '@/api/providerSettings';
import { ChangedNote } from '@/components/ChangedNote';
import { dateInput } from '@/components/dateInput';
import { LoadFailure } from '@/components/LoadFailure';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { PageLoader } from '@/components/PageLoader';
import { DataTable } from '@/components/list/DataTable';
import { saveForm } from '@/components/saveForm';
import type { Form } from '@/components/useForm';
import { useKeptForm } from '@/components/useKeptForm';
import { useTownOfCode } from '@/domain/address/useTownOfCode';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import classes from './Settings.module.css';
import {
  contentOf,
  FIELD_GROUPS,
  fieldsOf,
  problemsOf,
  type FieldWords,
  type SettingsFields,
} from './settingsFields';

export function Settings() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (error !== null && data === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) return <PageLoader />;
  const { current, madeUp, history } = data;
  return (
    <Stack gap="lg">
      {madeUp && <Alert color="yellow">{m.providerpeople_settings_made_up()}</Alert>}
      <SettingsForm newest={history[0]?.settings ?? current} />
      {history.length > 0 && <History history={history} />}
    </Stack>
  );
}

function History({ history }: { history: readonly SettingsFrom[] }) {
  return (
    <section aria-label={m.providerpeople_settings_history()}>
      <Title order={2} mb="sm">
        {m.providerpeople_settings_history()}
      </Title>
      <DataTable
        caption={m.providerpeople_settings_history()}
        items={history}
        keyOf={({ validFrom, madeAt }) => `${validFrom} ${madeAt}`}
        columns={[
          { name: m.providerpeople_valid_from(), cell: ({ validFrom }) => validFrom },
          { name: m.providerpeople_made_by(), cell: ({ madeBy }) => madeBy },
          { name: m.providerpeople_made_at(), cell: ({ madeAt }) => formatInstant(madeAt) },
        ]}
      />
    </section>
  );
}

const ALL_FIELDS = FIELD_GROUPS.flatMap(({ fields }) => fields);

interface SettingsFieldProps {
  field: FieldWords;
  form: Form<SettingsFields>;
  /** What follows from what is typed. */
  onTyped: ((typed: string) => void) | undefined;
}

function SettingsField({ field, form, onTyped }: SettingsFieldProps) {
  const { name, label, help, number, choices } = field;
  const input = form.input(name);
  if (choices !== undefined) {
    return (
      <NativeSelect
        size="md"
        label={label()}
        data={choices.map(({ value, text }) => ({ value, label: text() }))}
        {...input}
      />
    );
  }
  const words = { label: label(), description: help?.() };
  return number === undefined ? (
    <TextInput
      {...words}
      // As in NumberInput: the fields of a row stay on one line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...input}
      onChange={(event) => {
        input.onChange(event);
        onTyped?.(event.currentTarget.value);
      }}
    />
  ) : (
    <NumberInput {...words} kind={number} {...numberInput(form, name)} />
  );
}

/** New settings begin as a copy of the newest; what was in force before stays so until their day. */
function SettingsForm({ newest }: { newest: SettingsContent }) {
  const saving = useAddSettings();
  const saved = fieldsOf(newest);
  const { form, kept, takeSaved, accept } = useKeptForm(saved, problemsOf);
  const { validFrom } = form.fields;
  const { typeCode, typeCity } = useTownOfCode({
    code: form.fields['settings.postalCode'],
    city: form.fields['settings.city'],
    finnish: true,
    fill: (city) => form.change({ 'settings.city': city }),
  });
  const onTyped: Partial<Record<string, (typed: string) => void>> = {
    'settings.postalCode': typeCode,
    'settings.city': typeCity,
  };
  return (
    <form
      {...saveForm(form, saving, { validFrom, settings: contentOf(form.fields) }, () =>
        accept({ validFrom: '' }),
      )}
    >
      <Stack gap="md">
        <ChangedNote
          fields={ALL_FIELDS.filter(({ name }) => kept.includes(name)).map(({ name, label }) => ({
            label: label(),
            saved: saved[name],
          }))}
          take={takeSaved}
        />
        <Text c="dimmed">{m.providerpeople_settings_help()}</Text>
        {FIELD_GROUPS.map(({ title, fields }) => (
          <Card key={title()} component="fieldset" withBorder className={classes.group}>
            <legend className={classes.legend}>{title()}</legend>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {fields.map((field) => (
                <SettingsField
                  key={field.name}
                  field={field}
                  form={form}
                  onTyped={onTyped[field.name]}
                />
              ))}
            </SimpleGrid>
          </Card>
        ))}
        <Group align="flex-end">
          <TextInput label={m.providerpeople_valid_from()} {...dateInput(form, 'validFrom')} />
          <Button type="submit" loading={saving.isPending}>
            {m.providerpeople_settings_save()}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
