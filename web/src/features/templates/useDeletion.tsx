import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { endedSession } from '@/api/problem';
import { bodyOf, useDeleteTemplates, useSaveTemplate, type Template } from '@/api/templates';
import { tellProblem } from '@/components/tellProblem';
import { notify } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { tellDeletion } from './DeletionNote';

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
      ...questionOf(templates),
      labels: { confirm: m.templates_delete(), cancel: m.dialog_cancel() },
      confirmProps: { color: 'red' },
      onConfirm: () => void deleteNow(templates),
    });
}

function questionOf(templates: readonly Template[]) {
  const [one, ...others] = templates;
  return one !== undefined && others.length === 0
    ? {
        title: m.templates_delete_title(),
        children: <Text>{m.templates_delete_body({ name: one.name })}</Text>,
      }
    : {
        title: m.templates_delete_title_many({ count: templates.length }),
        children: <Text>{m.templates_delete_body_many()}</Text>,
      };
}
