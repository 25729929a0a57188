import { useQuery } from '@tanstack/react-query';
import { problemOf, unreachable } from '@/api/problem';
import type { OpenApi } from './openapi';

export const OPENAPI_URL = '/api/openapi.json';

/** The server's description of itself. It is not part of what it describes, hence the plain fetch. */
export function useOpenApi() {
  return useQuery({
    queryKey: ['openapi'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<OpenApi> => {
      const response = await fetch(OPENAPI_URL, { signal }).catch((error: unknown) => {
        throw unreachable(error);
      });
      if (!response.ok) throw await problemOf(response);
      return (await response.json()) as OpenApi;
    },
  });
}
