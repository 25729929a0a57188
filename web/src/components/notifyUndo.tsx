import { Button, Group, Text } from '@mantine/core';
import { hideNotification, notifyContent } from '@/lib/notify/notify';

interface Undo {
  readonly name: string;
  readonly run: () => void;
}

/** Says that something was done, with a button that takes it back. */
export function notifyUndo(message: string, undo: Undo) {
  const id = notifyContent(
    <Group justify="space-between" gap="sm">
      <Text size="sm">{message}</Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          hideNotification(id);
          undo.run();
        }}
      >
        {undo.name}
      </Button>
    </Group>,
  );
}
