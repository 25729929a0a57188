import { useEffect } from 'react';
import { ASK_AGAIN_MS } from '@/lib/lazyPart';
import { serverHealth } from '@/lib/reload';
import { NO_ANSWER, SERVER_BACK } from '@/lib/serverEvents';
import { setServerHealth } from '@/lib/serverGone';

/** Knows when the server does not answer or cannot work, until it does, and tells when it is back. */
export function useServerWatch() {
  useEffect(() => {
    let asking = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const ask = async (wasGone: boolean) => {
      asking = true;
      const health = await serverHealth();
      if (health !== 'well') {
        setServerHealth(health);
        retry = setTimeout(() => void ask(true), ASK_AGAIN_MS);
        return;
      }
      asking = false;
      if (!wasGone) return;
      setServerHealth(health);
      window.dispatchEvent(new Event(SERVER_BACK));
    };
    const begin = () => {
      if (!asking) void ask(false);
    };
    // The second is of Vite: code that a part of the app needs did not come.
    const events = [NO_ANSWER, 'vite:preloadError', 'offline'];
    for (const event of events) window.addEventListener(event, begin);
    return () => {
      clearTimeout(retry);
      setServerHealth('well');
      for (const event of events) window.removeEventListener(event, begin);
    };
  }, []);
}
