import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { onSessionEnd } from '@/api/client';
import {
  currentSession,
  currentUser,
  endSession,
  forgetUserData,
  logOut,
  useSession,
  type User,
} from '@/api/session';
import { changeLanguage } from '@/lib/language';
import { isLeaving } from '@/lib/reload';
import { forgetChoices } from '../palette/recent';

/** Keeps the app in step with who is signed in, however that changed: here or in another tab. */
export function useSessionChanges() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const user = useSession();

  useEffect(
    () =>
      onSessionEnd((reason) => {
        const known = currentUser(queryClient);
        if (known === null || isLeaving()) return;
        if (reason === 'forbidden') void endRefused(queryClient, known);
        else endSession(queryClient, reason);
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
      if (!isLeaving()) window.location.reload();
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

/**
 * After a 403 the session still exists on the server, and is ended there; if that fails, it expires. A user who has signed
 * in with this browser meanwhile stays: the refusal was of what the one before had asked for.
 */
async function endRefused(queryClient: QueryClient, known: User) {
  const signedIn = await currentSession(queryClient);
  if (isLeaving() || (signedIn !== null && signedIn.id !== known.id)) return;
  endSession(queryClient, 'forbidden');
  await logOut(queryClient).catch(() => undefined);
}
