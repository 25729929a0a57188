import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createQueryClient } from '@/api/queryClient';
import { sessionQuery } from '@/api/session';
import { worker } from './fakeServer';

/** Draws a component as it stands on a page of the worker's, without the page. */
export function renderSignedIn(component: ReactNode): { user: UserEvent } {
  const queryClient = createQueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, worker);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>{component}</QueryClientProvider>
      <Notifications />
    </MantineProvider>,
  );
  return { user: userEvent.setup() };
}

/** Writes a text into a field at once; key by key it would take the tests long. */
export async function write(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}
