import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useServerGone, useTellsServerGone } from '@/lib/serverGone';
import { GoneNotice } from './GoneNotice';

function watchDialogs(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The dialog above all others; later ones are later in the document. */
function topDialog(): Element | undefined {
  return [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
}

/**
 * Says in an open dialog that the server is gone. What the page says of it is covered by the dialog, and screen readers
 * leave out all that is not in it.
 */
export function GoneInDialog() {
  return useServerGone() ? <InTopDialog /> : null;
}

function InTopDialog() {
  const dialog = useSyncExternalStore(watchDialogs, topDialog);
  useTellsServerGone(dialog !== undefined);
  return dialog === undefined ? null : createPortal(<GoneNotice />, dialog);
}
