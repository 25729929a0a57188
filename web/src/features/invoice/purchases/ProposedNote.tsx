import { Button, Group, Text } from '@mantine/core';
import type { Form } from '@/components/useForm';
import { m } from '@/paraglide/messages';
import { taking, type Proposal, type PurchaseFields } from './purchaseForm';

interface Props {
  form: Form<PurchaseFields>;
  proposal: Proposal;
  name: keyof Proposal;
  /** What the field is called. */
  label: string;
}

/** Below a field: that its value was read from the copy, or what was read where another value is written. */
export function ProposedNote({ form, proposal, name, label }: Props) {
  const value = proposal[name];
  if (value === undefined) return null;
  if (form.fields[name] === value) {
    return (
      <Text size="sm" c="var(--mantine-color-petrol-light-color)" mt={4}>
        {m.purchases_read_mark()}
      </Text>
    );
  }
  return (
    <Group gap="xs" mt={4}>
      <Text size="sm" c="dimmed">
        {m.purchases_read_other({ value })}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={m.purchases_read_use_of({ field: label })}
        onClick={() => form.change(taking(form.fields, name, value))}
      >
        {m.purchases_read_use()}
      </Button>
    </Group>
  );
}
