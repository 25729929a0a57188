import { Button, List, Text } from '@mantine/core';
import { m } from '@/paraglide/messages';
import { ElsewhereAlert } from './ElsewhereAlert';

interface Props {
  /** The typed fields and what is saved there now; empty where nothing was changed elsewhere. */
  fields: readonly { readonly label: string; readonly saved: string }[];
  take: () => void;
}

/** Says that the saved details changed while others were being typed, and which these are. */
export function ChangedNote({ fields, take }: Props) {
  if (fields.length === 0) return null;
  return (
    <ElsewhereAlert title={m.shared_changed_elsewhere()}>
      <List size="sm">
        {fields.map(({ label, saved }) => (
          <List.Item key={label}>
            <Text span size="sm" fw={600}>
              {label}
            </Text>
            {` · ${m.shared_changed_clash({ value: saved === '' ? m.invoice_nothing() : saved })}`}
          </List.Item>
        ))}
      </List>
      <Button size="compact-sm" variant="default" mt="xs" onClick={take}>
        {m.shared_changed_take()}
      </Button>
    </ElsewhereAlert>
  );
}
