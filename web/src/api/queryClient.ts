import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem';

const ATTEMPTS = 3;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What the server refused it will refuse again; a lost connection may come back.
        retry: (failures, error) =>
          failures < ATTEMPTS && !(error instanceof ApiProblem && isRefusal(error)),
      },
      // A change that cannot be sent now fails and is told. It would be sent later else, also when the person has
      // cancelled it or made it anew meanwhile.
      mutations: { networkMode: 'always' },
    },
  });
}

function isRefusal({ status }: ApiProblem): boolean {
  return status !== undefined && status < 500;
}
