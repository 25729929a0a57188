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

/** Who is signed in; null for nobody. The cookie itself is out of the reach of scripts. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ signal }): Promise<User | null> =>
    (await answer(api.GET('/api/session', { signal }))).user,
});

/** Who is signed in; null for nobody, undefined while that is not known yet. */
export function useSession(): User | null | undefined {
  return useQuery(sessionQuery).data;
}

export function currentUser(queryClient: QueryClient): User | null {
  return queryClient.getQueryData(sessionQuery.queryKey) ?? null;
}

/** Forgets who was signed in; the app then shows what a visitor may see. */
function forgetSession(queryClient: QueryClient) {
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

const sessionEndQuery = queryOptions<SessionEnd | null>({
  queryKey: ['session', 'end'],
  queryFn: skipToken,
});

/** Why the session was taken away from somebody, until they sign in again; null where none was. */
export function useSessionEnd(): SessionEnd | null {
  return useQuery(sessionEndQuery).data ?? null;
}

/** Forgets who was signed in, and remembers why: whoever comes back to the screen hours later should see it. */
export function endSession(queryClient: QueryClient, reason: SessionEnd) {
  queryClient.setQueryData(sessionEndQuery.queryKey, reason);
  forgetSession(queryClient);
}

/** Removes everything that was fetched for one user, so that the next one never sees it. */
export function forgetUserData(queryClient: QueryClient) {
  const kept = new Set<unknown>(['session', 'app']);
  queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.has(queryKey[0]) });
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
 * Takes over who has just signed in. False, and nothing, where somebody else was signed in here: the shell would
 * start afresh at the address that the app is at, whose token is used up. The caller starts afresh where it leads to.
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
