import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type SettingsContent = Schemas['ProviderSettings'];
export type SettingsFrom = Schemas['SettingsFrom'];
export type ApiKey = Schemas['ApiKey'];

/** What holds today, and all settings ever made; each counts from its day on. */
export const settingsQuery = queryOptions({
  queryKey: ['provider-settings'],
  queryFn: ({ signal }) => answer(api.GET('/api/provider/settings', { signal })),
});

export function useAddSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<SettingsFrom, 'validFrom' | 'settings'>) =>
      answer(api.POST('/api/provider/settings', { body })),
    onSuccess: (history) => queryClient.setQueryData(settingsQuery.queryKey, history),
  });
}

export const apiKeysQuery = queryOptions({
  queryKey: ['provider-api-keys'],
  queryFn: async ({ signal }) =>
    (await answer(api.GET('/api/provider/api-keys', { signal }))).apiKeys,
});

/** Makes a key for another program. Its text is in this answer and never again. */
export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => answer(api.POST('/api/provider/api-keys', { body: { name } })),
    onSuccess: () => queryClient.invalidateQueries(apiKeysQuery),
  });
}

export function useEndApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) =>
      api.DELETE('/api/provider/api-keys/{keyId}', { params: { path: { keyId } } }),
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  });
}
