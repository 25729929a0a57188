import { StrictMode } from 'react';
import { createQueryClient } from './api/queryClient';
import { App } from './app/App';
import { preparePage, show } from './app/page';
import { createAppRouter } from './app/router';

const root = preparePage();
const queryClient = createQueryClient();

const router = createAppRouter(queryClient);

// Until the code of the page is there, the mark is.
void router.load().then(() =>
  show(
    root,
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  ),
);
