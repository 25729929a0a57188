import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createQueryClient } from '@/api/queryClient';
import { App } from '@/app/App';
import { createAppRouter } from '@/app/router';

/** Opens the whole app at an address, as a browser would. */
export function openApp(address: string) {
  window.history.replaceState(null, '', address);
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient);
  render(<App queryClient={queryClient} router={router} />);
  return { queryClient, router, user: userEvent.setup() };
}
