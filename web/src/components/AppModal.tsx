import { Modal, type ModalProps } from '@mantine/core';
import { m } from '@/paraglide/messages';
import { useEscape } from './useEscape';

/** A dialog whose close button has a name, and that Escape closes while no other lies above it. */
export function AppModal(props: ModalProps) {
  const escape = useEscape(props.opened, props.onClose);
  return <Modal closeButtonProps={{ 'aria-label': m.dialog_close() }} {...props} {...escape} />;
}
