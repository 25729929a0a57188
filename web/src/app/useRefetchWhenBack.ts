import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SERVER_BACK } from '@/lib/serverEvents';

/** Fetches again what failed while the server was gone. */
export function useRefetchWhenBack() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refetch = () => {
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      });
    };
    window.addEventListener(SERVER_BACK, refetch);
    return () => window.removeEventListener(SERVER_BACK, refetch);
  }, [queryClient]);
}
