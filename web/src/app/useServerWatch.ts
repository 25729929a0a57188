import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ASK_AGAIN_MS } from '@/lib/lazyPart';
import { hideNotification, notifyWhile } from '@/lib/notify/notify';
import { serverAnswers } from '@/lib/reload';
import { NO_ANSWER, SERVER_BACK } from '@/lib/serverEvents';
import { m } from '@/paraglide/messages';

const NOTICE = 'server-gone';

/** Says so for as long as the server does not answer. Then what failed meanwhile is fetched again. */
export function useServerWatch() {
  const queryClient = useQueryClient();
  useEffect(() => {
    let asking = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const ask = async (wasGone: boolean) => {
      asking = true;
      if (!(await serverAnswers())) {
        notifyWhile(NOTICE, m.shared_connection_gone());
        retry = setTimeout(() => void ask(true), ASK_AGAIN_MS);
        return;
      }
      asking = false;
      if (!wasGone) return;
      hideNotification(NOTICE);
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
      for (const event of events) window.removeEventListener(event, begin);
    };
  }, [queryClient]);
}
