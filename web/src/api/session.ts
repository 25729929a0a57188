import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { answer, api, type SessionEnd } from './client';
import { endedSession } from './problem';
import type { components } from './schema';

export type User = components['schemas']['User'];
export type Credentials = components['schemas']['Credentials'];

/** A user whose identity the bank has not confirmed is not signed in yet. */
function signedIn(user: User): User | null {
  return user.strongIdentified ? user : null;
}

/** The signed-in user, or null. Scripts cannot read the cookie itself. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ client, signal }): Promise<User | null> => {
    const { user } = await answer(api.GET('/api/session', { signal }));
    // Ended by time, or elsewhere: after logging out here there was no user to begin with.
    if (user === null && currentUser(client) !== null) {
      client.setQueryData(sessionEndQuery.queryKey, 'expired');
    }
    return user;
  },
});

/** The signed-in user; null for a visitor, undefined until it is known. */
export function useSession(): User | null | undefined {
  return useQuery(sessionQuery).data;
}

export function currentUser(queryClient: QueryClient): User | null {
  return queryClient.getQueryData(sessionQuery.queryKey) ?? null;
}

/** Whom the server takes the user for at this moment; null where it does not answer, too. */
export async function currentSession(queryClient: QueryClient): Promise<User | null> {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
}

/** Forgets who was signed in; the app then shows what a visitor may see. */
function forgetSession(queryClient: QueryClient) {
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

const sessionEndQuery = queryOptions<SessionEnd | null>({
  queryKey: ['session', 'end'],
  queryFn: skipToken,
});

/** Why the last session ended, until the user signs in again; null when none has ended. */
export function useSessionEnd(): SessionEnd | null {
  return useQuery(sessionEndQuery).data ?? null;
}

/** Forgets the user and remembers the reason, so that it is still shown hours later. */
export function endSession(queryClient: QueryClient, reason: SessionEnd) {
  queryClient.setQueryData(sessionEndQuery.queryKey, reason);
  forgetSession(queryClient);
}

/** Removes everything that was fetched for one user, so that the next one never sees it. */
export function forgetUserData(queryClient: QueryClient) {
  const remaining = new Set<unknown>(['session', 'app']);
  queryClient.removeQueries({ predicate: ({ queryKey }) => !remaining.has(queryKey[0]) });
  queryClient.getMutationCache().clear();
}

/** Signs in. Answers the user, who is signed in only if strongly identified. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) => answer(api.POST('/api/login', { body: credentials })),
    onSuccess: (user) => {
      queryClient.setQueryData(sessionEndQuery.queryKey, null);
      queryClient.setQueryData(sessionQuery.queryKey, signedIn(user));
    },
  });
}

/** Signs in by the token of a mail, which is good once. Who it is has to be taken over then. */
export function useTokenLogin() {
  return useMutation({
    mutationFn: (token: string) => answer(api.GET('/api/login', { params: { query: { token } } })),
  });
}

/**
 * Makes a user the signed-in one. Returns false and changes nothing when another user was signed in: the app must
 * then be reloaded, which the caller does at its next address, since the token in the current one is used up.
 */
export function takeOver(queryClient: QueryClient, user: User): boolean {
  const before = currentUser(queryClient);
  if (before !== null && before.id !== user.id) return false;
  queryClient.setQueryData(sessionQuery.queryKey, signedIn(user));
  return true;
}

/** Ends the session on the server and forgets it here. A session already over counts as ended. */
export async function logOut(queryClient: QueryClient): Promise<void> {
  try {
    await api.DELETE('/api/login');
  } catch (problem) {
    if (!endedSession(problem)) throw problem;
  }
  forgetSession(queryClient);
}
