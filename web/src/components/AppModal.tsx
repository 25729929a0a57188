import { Modal, type ModalProps } from '@mantine/core';
import { m } from '@/paraglide/messages';

/** A dialog whose close button has a name. */
export function AppModal(props: ModalProps) {
  return <Modal closeButtonProps={{ 'aria-label': m.dialog_close() }} {...props} />;
}
