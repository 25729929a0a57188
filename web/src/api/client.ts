import createClient from 'openapi-fetch';
import { NO_ANSWER } from '@/lib/serverEvents';
import { isOutage, problemOf, unreachable } from './problem';
import type { paths } from './schema';

const SESSION_PATH = '/api/login';

export type SessionEnd = 'expired' | 'forbidden';

const sessionEndListeners = new Set<(reason: SessionEnd) => void>();

/** Calls the listener whenever an answer means that the user must sign in again. */
export function onSessionEnd(listener: (reason: SessionEnd) => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

export function tellSessionEnd(reason: SessionEnd) {
  for (const listener of sessionEndListeners) listener(reason);
}

/** Calls to the server. Every failure is thrown as an ApiProblem, so callers look at data alone. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => fetch(request),
});

api.use({
  async onResponse({ response, schemaPath }) {
    if (response.ok) return;
    // The calls about the session itself answer 401 in the ordinary course of things.
    if (schemaPath !== SESSION_PATH) {
      if (response.status === 401) tellSessionEnd('expired');
      if (response.status === 403) tellSessionEnd('forbidden');
    }
    if (isOutage(response.status)) window.dispatchEvent(new Event(NO_ANSWER));
    throw await problemOf(response);
  },
  onError({ error }) {
    // A call that we took back ourselves is not a failure of the connection.
    if (error instanceof DOMException && error.name === 'AbortError') return error;
    window.dispatchEvent(new Event(NO_ANSWER));
    return unreachable(error);
  },
});

/** The data of a call. Its type says undefined only because failures are not thrown by default. */
export async function answer<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  return (await call).data as Data;
}

type Given<Params> = { [Name in keyof Params]: Exclude<Params[Name], undefined> };

/** The query parameters that have a value. */
export function given<Params extends object>(params: Params): Given<Params> {
  const named = Object.entries(params).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as Given<Params>;
}
