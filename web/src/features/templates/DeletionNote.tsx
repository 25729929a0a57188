import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { DURATION_MS } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

/** Tells that templates were deleted, for long enough to change one's mind. */
export function tellDeletion(count: number, undo: () => void) {
  const id = notifications.show({
    color: 'green',
    withBorder: true,
    role: 'status',
    autoClose: DURATION_MS.veryLong,
    closeButtonProps: { 'aria-label': m.notification_close() },
    message: (
      <DeletionNote
        count={count}
        onUndo={() => {
          notifications.hide(id);
          undo();
        }}
      />
    ),
  });
}

function DeletionNote({ count, onUndo }: { count: number; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">
        {count === 1 ? textOf('DELETE_TEMPLATE_SUCCESS') : m.templates_deleted_many({ count })}
      </Text>
      <Button variant="light" size="compact-sm" onClick={onUndo}>
        {m.templates_undo()}
      </Button>
    </Group>
  );
}
