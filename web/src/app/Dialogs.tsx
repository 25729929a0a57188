import { ModalsProvider } from '@mantine/modals';
import type { ReactNode } from 'react';
import { registerWorkTexts } from '@/lib/notify/work';
import { m } from '@/paraglide/messages';

registerWorkTexts();

/** The questions that a page asks with `modals` open here, above the page. */
export function Dialogs({ children }: { children: ReactNode }) {
  return (
    <ModalsProvider
      labels={{ confirm: m.dialog_confirm(), cancel: m.dialog_cancel() }}
      modalProps={{ closeButtonProps: { 'aria-label': m.dialog_close() } }}
    >
      {children}
    </ModalsProvider>
  );
}
