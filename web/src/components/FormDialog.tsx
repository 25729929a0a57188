import { Button, Stack, type ModalProps } from '@mantine/core';
import type { ReactNode, Ref, SyntheticEvent } from 'react';
import { m } from '@/paraglide/messages';
import { AppModal } from './AppModal';
import { DialogButtons } from './DialogButtons';

interface Props {
  title: string;
  formRef: Ref<HTMLFormElement>;
  children: ReactNode;
  confirm: string;
  onSubmit: (event: SyntheticEvent) => void;
  busy: boolean;
  close: () => void;
  size?: ModalProps['size'];
  fullScreen?: boolean;
}

/** A dialog with the fields of a form, to send or to cancel. */
export function FormDialog(props: Props) {
  const { title, formRef, children, confirm, onSubmit, busy, close } = props;
  const { size = 'md', fullScreen = false } = props;
  return (
    <AppModal opened onClose={close} title={title} size={size} fullScreen={fullScreen}>
      <form ref={formRef} onSubmit={onSubmit} noValidate>
        <Stack>
          {children}
          <DialogButtons>
            <Button variant="default" onClick={close}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit" loading={busy}>
              {confirm}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </AppModal>
  );
}
