import { StrictMode, useEffect } from 'react';
import type { Root } from 'react-dom/client';
import { appInfoQuery } from '@/api/app';
import { createQueryClient } from '@/api/queryClient';
import { keepBankVisit } from '@/api/registration';
import { sessionQuery } from '@/api/session';
import { focusPageTitle } from '@/components/PageTitle';
import { App } from '../App';
import { show } from '../page';
import { createAppRouter } from '../router';
import type { Known } from './known';

/** Shows the whole app in place of the entrance, at the address that the browser has now. */
export async function showWholeApp(root: Root, { app, user, bankVisit }: Known): Promise<void> {
  const queryClient = createQueryClient();
  if (app !== undefined) queryClient.setQueryData(appInfoQuery.queryKey, app);
  if (user !== undefined) queryClient.setQueryData(sessionQuery.queryKey, user);
  if (bankVisit !== undefined) keepBankVisit(queryClient, bankVisit);
  const router = createAppRouter(queryClient);
  // The page is there before the entrance goes: nothing flashes in between.
  await router.load();
  show(
    root,
    <StrictMode>
      <App queryClient={queryClient} router={router} />
      <Arrival />
    </StrictMode>,
  );
}

/** As after every change of the page, its title takes the focus. */
function Arrival() {
  useEffect(() => focusPageTitle(), []);
  return null;
}
