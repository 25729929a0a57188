import { ModalsProvider } from '@mantine/modals';
import type { ReactNode } from 'react';
import { registerWorkTexts } from '@/lib/notify/work';
import { claimTab } from '@/lib/tab';
import { m } from '@/paraglide/messages';

registerWorkTexts();

/** What signed-in work needs before its first page: also a tab with a name of its own. */
export async function loadDialogs() {
  await claimTab();
  return Dialogs;
}

/** The questions that a page asks with `modals` open here, above the page. */
function Dialogs({ children }: { children: ReactNode }) {
  return (
    <ModalsProvider
      labels={{ confirm: m.dialog_confirm(), cancel: m.dialog_cancel() }}
      modalProps={{ closeButtonProps: { 'aria-label': m.dialog_close() } }}
    >
      {children}
    </ModalsProvider>
  );
}
