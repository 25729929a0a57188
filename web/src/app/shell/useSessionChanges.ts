import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { onSessionEnd } from '@/api/client';
import { currentUser, endSession, forgetUserData, logOut, useSession } from '@/api/session';
import { changeLanguage } from '@/lib/language';
import { forgetChoices } from '../palette/recent';

/** Keeps the app in step with who is signed in, however that changed: here or in another tab. */
export function useSessionChanges() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const user = useSession();

  useEffect(
    () =>
      onSessionEnd((reason) => {
        if (currentUser(queryClient) === null) return;
        endSession(queryClient, reason);
        // After a 403 the session still exists on the server. If logging out fails, it expires
        // there; here it is already forgotten.
        if (reason === 'forbidden') void logOut(queryClient).catch(() => undefined);
      }),
    [queryClient],
  );

  const id = user === undefined ? undefined : (user?.id ?? null);
  const previousId = useRef(id);
  useEffect(() => {
    const before = previousId.current;
    previousId.current = id;
    if (before === undefined || before === id) return;
    forgetChoices();
    if (before !== null && id !== null) {
      // Another user signed in with this browser: reload rather than mix their data.
      window.location.reload();
      return;
    }
    // The route guards now decide again where this user belongs.
    const settled = router.invalidate();
    if (id === null) void settled.then(() => forgetUserData(queryClient));
  }, [id, queryClient, router]);

  const language = user?.language;
  useEffect(() => {
    if (language !== undefined) changeLanguage(language);
  }, [language]);
}
