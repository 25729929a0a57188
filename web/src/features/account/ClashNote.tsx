import { Button, Group, List, Text } from '@mantine/core';
import { ElsewhereAlert } from '@/components/ElsewhereAlert';
import { m } from '@/paraglide/messages';

interface Clash {
  readonly name: string;
  /** What was saved elsewhere. */
  readonly elsewhere: string;
}

interface Props {
  clashes: readonly Clash[];
  isPending: boolean;
  saveOver: () => void;
  takeTheirs: () => void;
}

/** The same field was changed here and on another device: the person says which one holds. */
export function ClashNote({ clashes, isPending, saveOver, takeTheirs }: Props) {
  if (clashes.length === 0) return null;
  return (
    <ElsewhereAlert title={m.account_clash_title()}>
      <Text size="sm">{m.account_clash_body()}</Text>
      <List size="sm" mt="xs">
        {clashes.map(({ name, elsewhere }) => (
          <List.Item key={name}>
            {m.account_clash_field({ name, value: elsewhere || m.account_clash_empty() })}
          </List.Item>
        ))}
      </List>
      <Group mt="sm" gap="sm">
        <Button size="sm" loading={isPending} onClick={saveOver}>
          {m.account_clash_mine()}
        </Button>
        <Button size="sm" variant="default" onClick={takeTheirs}>
          {m.account_clash_theirs()}
        </Button>
      </Group>
    </ElsewhereAlert>
  );
}
