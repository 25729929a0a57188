import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

/** What the entrance learns from the server and hands on to the whole app. */
export interface Known {
  app?: Schemas['AppInfo'];
  /** Null for a visitor, undefined until it is known. */
  user?: Schemas['User'] | null;
  bankVisit?: Schemas['Sent'];
}

/** Asks what the first page depends on, all at once. What is not answered stays unknown. */
export async function ask(): Promise<Known> {
  const [app, session] = await Promise.allSettled([
    answer(api.GET('/api/app')),
    answer(api.GET('/api/session')),
  ]);
  return {
    ...(app.status === 'fulfilled' && { app: app.value }),
    ...(session.status === 'fulfilled' && { user: session.value.user ?? null }),
  };
}

/** The user who is signed in by now, perhaps in another tab. */
export async function askUser(): Promise<Schemas['User'] | null> {
  return (await answer(api.GET('/api/session'))).user ?? null;
}
