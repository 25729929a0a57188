import './styles';
import { startTransition, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { cspNonce } from '@/lib/cspNonce';
import { restoreLanguage } from '@/lib/language';

/** Shows something in the page, in small steps: what is pressed meanwhile is answered in between. */
export function show(root: Root, content: ReactNode) {
  startTransition(() => root.render(content));
}

/** Prepares the page of the browser, whichever part of the app begins in it. */
export function preparePage(): Root {
  // Where the library that holds the page still under a dialog looks for the nonce of its style.
  Object.assign(globalThis, { __webpack_nonce__: cspNonce() });
  restoreLanguage();
  const root = document.querySelector('#root');
  if (root === null) throw new Error('the page has no #root');
  return createRoot(root);
}
