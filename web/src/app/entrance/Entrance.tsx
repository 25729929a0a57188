import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { answer, api } from '@/api/client';
import { homeOf } from '@/api/roles';
import { VisitProvider, type Visit } from '@/api/visit';
import { NavigationProvider, type Navigation, type PlaceLinkProps } from '@/components/navigation';
import { EntranceFrame } from './EntranceFrame';
import { askUser, type Known } from './known';
import { usePlace } from './usePlace';

/** Into the history of the browser: a new entry, in place of the present one, or nothing new. */
export type Leaving = 'push' | 'replace' | 'stay';

interface Props {
  known: Known;
  /** Goes on to the whole app with what is known by then. */
  leave: (href: string, how: Leaving, known: Known) => void;
  /** Somebody begins to fill in the form, and will soon need the rest of the app. */
  onUse: () => void;
}

function PlainLink({ children, ...props }: PlaceLinkProps) {
  return <a {...props}>{children}</a>;
}

/** Signing in and registering. */
export function Entrance({ known, leave, onUse }: Props) {
  const learnt = useRef(known);
  const { path, next } = usePlace((href, how) => leave(href, how, learnt.current));
  const { app } = known;

  const navigation: Navigation = useMemo(
    () => ({ path, Link: PlainLink, go: (to) => leave(to, 'push', learnt.current) }),
    [leave, path],
  );
  const enter = useCallback(
    (user: NonNullable<Known['user']>) => {
      learnt.current = { ...learnt.current, user };
      leave(next ?? homeOf(user), 'replace', learnt.current);
    },
    [leave, next],
  );
  const visit: Visit = useMemo(
    () => ({
      app,
      sessionEnd: null,
      signIn: async (credentials) => {
        const user = await answer(api.POST('/api/login', { body: credentials }));
        if (user.strongIdentified) enter(user);
        return user;
      },
      register: async (body) => {
        const bankVisit = await answer(api.POST('/api/registration/start', { body }));
        learnt.current = { ...learnt.current, bankVisit };
      },
    }),
    [app, enter],
  );

  // Somebody may have signed in in another tab meanwhile.
  const look = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return;
    const user = await askUser().catch(() => null);
    if (user !== null) enter(user);
  });
  useEffect(() => {
    const lookAgain = () => void look();
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, []);

  return (
    <NavigationProvider value={navigation}>
      <VisitProvider value={visit}>
        <EntranceFrame onUse={onUse} />
      </VisitProvider>
    </NavigationProvider>
  );
}
