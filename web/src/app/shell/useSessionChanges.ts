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
        // The server still holds the session of somebody whom it forbade something. Should it not
        // answer, the session ends there by itself; here it is already forgotten.
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
      // Somebody else signed in within this browser: start afresh rather than mix the two.
      window.location.reload();
      return;
    }
    // The guards of the routes now decide anew where this person belongs.
    const settled = router.invalidate();
    if (id === null) void settled.then(() => forgetUserData(queryClient));
  }, [id, queryClient, router]);

  const language = user?.language;
  useEffect(() => {
    if (language !== undefined) changeLanguage(language);
  }, [language]);
}
