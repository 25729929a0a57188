import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { endedSession } from '@/api/problem';
import { bodyOf, useDeleteTemplates, useSaveTemplate, type Template } from '@/api/templates';
import { tellProblem } from '@/components/tellProblem';
import { DURATION_MS, notify } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

/** Deletes templates once that is confirmed, and offers to bring them back. */
export function useDeletion() {
  const { mutateAsync: remove } = useDeleteTemplates();
  const { mutateAsync: save } = useSaveTemplate();

  const restore = async (templates: readonly Template[]) => {
    try {
      await Promise.all(templates.map((one) => save({ id: one.id, body: bodyOf(one) })));
    } catch (error) {
      tellProblem(error);
    }
  };

  // Awaited here: the list that asked is gone from the page once its last template is.
  const deleteNow = async (templates: readonly Template[]) => {
    try {
      await remove(templates.map(({ id }) => id));
      tellDeletion(templates.length, () => void restore(templates));
    } catch (error) {
      if (!endedSession(error)) notify('error', 'DELETE_TEMPLATE_FAILURE');
    }
  };

  return (templates: readonly Template[]) =>
    modals.openConfirmModal({
      title: m.templates_delete_title({ count: templates.length }),
      children: (
        <Text>
          {m.templates_delete_body({ count: templates.length, name: templates[0]?.name ?? '' })}
        </Text>
      ),
      labels: { confirm: m.templates_delete(), cancel: m.dialog_cancel() },
      confirmProps: { color: 'red' },
      onConfirm: () => void deleteNow(templates),
    });
}

/** Notifies that templates were deleted, long enough to undo it. */
function tellDeletion(count: number, undo: () => void) {
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
      <Text size="sm">{m.templates_deleted({ count })}</Text>
      <Button variant="light" size="compact-sm" onClick={onUndo}>
        {m.templates_undo()}
      </Button>
    </Group>
  );
}
