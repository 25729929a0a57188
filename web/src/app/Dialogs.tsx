import { ModalsProvider } from '@mantine/modals';
import { registerWorkTexts } from '@/lib/notify/work';
import { m } from '@/paraglide/messages';
import classes from './Dialogs.module.css';
import { GoneInDialog } from './GoneInDialog';

registerWorkTexts();

/** The questions that a page asks with `modals` open here, above the page. */
export function Dialogs() {
  return (
    <ModalsProvider
      labels={{ confirm: m.dialog_confirm(), cancel: m.dialog_cancel() }}
      modalProps={{
        closeButtonProps: { 'aria-label': m.dialog_close() },
        classNames: { body: classes.question },
      }}
    >
      <GoneInDialog />
    </ModalsProvider>
  );
}
