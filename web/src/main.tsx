import './app/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queryClient';
import { App } from './app/App';
import { createAppRouter } from './app/router';
import { cspNonce } from './lib/cspNonce';
import { restoreLanguage } from './lib/language';

// Where the library that holds the page still under a dialog looks for the nonce of its style.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() });

restoreLanguage();

const queryClient = createQueryClient();
const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} router={createAppRouter(queryClient)} />
  </StrictMode>,
);
