import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { m } from '@/paraglide/messages';

interface Step {
  /** What it does and to whom, for a screen reader. */
  readonly about: string;
  readonly run: () => void;
  /** It is under way. */
  readonly busy?: boolean;
}

interface Props {
  /** Takes it back to be changed; of one that has been sent it is the only step. */
  reopen?: Step;
  /** Sends it to the person who decides about it. */
  send: Step & { readonly text: string };
  /** Left out where it cannot be changed any more. */
  edit: Step | undefined;
  remove: Step;
}

/** What can be done with a share or a purchase of a draft. */
export function ItemSteps({ reopen, send, edit, remove }: Props) {
  const busy = [reopen, send, remove].some((step) => step?.busy === true);
  const button = (step: Step) => ({
    size: 'compact-sm' as const,
    disabled: busy,
    loading: step.busy === true,
    'aria-label': step.about,
    onClick: step.run,
  });
  if (reopen !== undefined) {
    return (
      <Button {...button(reopen)} variant="default">
        {m.sharing_reopen()}
      </Button>
    );
  }
  return (
    <>
      <Button {...button(send)}>{send.text}</Button>
      {edit !== undefined && (
        <Button {...button(edit)} variant="default">
          {m.sharing_edit()}
        </Button>
      )}
      <Button {...button(remove)} variant="subtle" color="red">
        {m.sharing_delete()}
      </Button>
    </>
  );
}

/** Asks before something is deleted for good. */
export function confirmDeletion(
  { title, body, confirm }: { title: string; body: string; confirm: string },
  onConfirm: () => void,
): void {
  modals.openConfirmModal({
    title,
    children: <Text>{body}</Text>,
    labels: { confirm, cancel: m.dialog_cancel() },
    confirmProps: { color: 'red' },
    onConfirm,
  });
}
