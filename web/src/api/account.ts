import {
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { answer, api } from './client';
import { keepProfile, profileQuery } from './profile';
import type { components } from './schema';
import { upload } from './upload';

export type OwnSession = components['schemas']['SessionOnWire'];

/** Files may not be larger than this; the server refuses them. */
export const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

/** They change with the program only. */
export const professionsQuery = queryOptions({
  queryKey: ['professions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => answer(api.GET('/api/professions', { signal })),
});

interface Sending {
  readonly file: Blob;
  /** Called with the progress in per cent. */
  readonly onProgress: (percent: number) => void;
}

export function taxCardAddress(personId: string): string {
  return `/api/person/${encodeURIComponent(personId)}/taxcard`;
}

export function useSendTaxCard(personId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, onProgress }: Sending) =>
      upload(taxCardAddress(personId), file, onProgress),
    onSuccess: () => queryClient.invalidateQueries(profileQuery),
  });
}

/** The user's picture, or null. It changes only here. */
export function pictureQuery(personId: string, hasPicture: boolean | undefined) {
  return queryOptions({
    queryKey: ['account', 'picture', personId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn:
      hasPicture === true
        ? ({ signal }): Promise<Blob | null> =>
            answer<Blob>(
              api.GET('/api/person/{personId}/profilepic', {
                params: { path: { personId } },
                parseAs: 'blob',
                signal,
              }),
            )
        : skipToken,
  });
}

/** Shows the picture that there now is, without asking for what is known. */
function keepPicture(queryClient: QueryClient, personId: string, picture: Blob | null) {
  queryClient.setQueryData(pictureQuery(personId, true).queryKey, picture);
  queryClient.setQueryData(
    profileQuery.queryKey,
    (profile) => profile && { ...profile, hasPicture: picture !== null },
  );
}

export function useSendPicture(personId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, onProgress }: Sending) =>
      upload(`/api/person/${encodeURIComponent(personId)}/profilepic`, file, onProgress),
    onSuccess: (_, { file }) => keepPicture(queryClient, personId, file),
  });
}

export function useRemovePicture(personId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.DELETE('/api/person/{personId}/profilepic', { params: { path: { personId } } }),
    onSuccess: () => keepPicture(queryClient, personId, null),
  });
}

/** The browsers in which the account is open. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => answer(api.GET('/api/person/sessions', { signal })),
});

/** Signs one device out, or with no id every device but this one. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId?: string) =>
      sessionId === undefined
        ? api.DELETE('/api/person/sessions')
        : api.DELETE('/api/person/sessions/{sessionId}', { params: { path: { sessionId } } }),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
}

type WantedEmail = components['schemas']['WantedEmail'];

/** Requests a mail with a link that confirms the user's address, or a new one. */
export function useAskForEmailLink() {
  return useMutation({
    mutationFn: (body: WantedEmail) => answer(api.POST('/api/person/email', { body })),
  });
}

/** Uses the link of such a mail up. */
export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => answer(api.PUT('/api/person/email', { body: { token } })),
    onSuccess: (profile) => {
      keepProfile(queryClient, profile);
      void queryClient.invalidateQueries(sessionsQuery);
    },
  });
}

/** The address of all data of the user, in one zip. */
export const EXPORT_ADDRESS = '/api/person/export';

/** Asks for the account to be removed, or takes that back. */
export function useRequestDeletion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) =>
      wanted
        ? api.POST('/api/person/deletion-request')
        : api.DELETE('/api/person/deletion-request'),
    onSuccess: () => queryClient.invalidateQueries(profileQuery),
  });
}
