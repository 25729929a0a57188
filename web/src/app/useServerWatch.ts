import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ASK_AGAIN_MS } from '@/lib/lazyPart';
import { serverAnswers } from '@/lib/reload';
import { NO_ANSWER, SERVER_BACK } from '@/lib/serverEvents';
import { setServerGone } from '@/lib/serverGone';

/** Knows when the server does not answer, until it does. Then what failed meanwhile is fetched again. */
export function useServerWatch() {
  const queryClient = useQueryClient();
  useEffect(() => {
    let asking = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const ask = async (wasGone: boolean) => {
      asking = true;
      if (!(await serverAnswers())) {
        setServerGone(true);
        retry = setTimeout(() => void ask(true), ASK_AGAIN_MS);
        return;
      }
      asking = false;
      if (!wasGone) return;
      setServerGone(false);
      window.dispatchEvent(new Event(SERVER_BACK));
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      });
    };
    const begin = () => {
      if (!asking) void ask(false);
    };
    // The second is of Vite: code that a part of the app needs did not come.
    const events = [NO_ANSWER, 'vite:preloadError', 'offline'];
    for (const event of events) window.addEventListener(event, begin);
    return () => {
      clearTimeout(retry);
      setServerGone(false);
      for (const event of events) window.removeEventListener(event, begin);
    };
  }, [queryClient]);
}
