import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { appInfoQuery } from '@/api/app';
import { useStartRegistration } from '@/api/registration';
import { useLogin, useSessionEnd } from '@/api/session';
import { VisitProvider, type Visit } from '@/api/visit';
import { NavigationProvider, type Navigation, type PlaceLinkProps } from '@/components/navigation';

function RouterLink({ href, ...props }: PlaceLinkProps) {
  return <Link to={href} {...props} />;
}

/** Lets what the app shares with its entrance lead on by the router and use the cache. */
export function RouterNavigation({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const navigation: Navigation = useMemo(
    () => ({ path, Link: RouterLink, go: (to) => void navigate({ to }) }),
    [navigate, path],
  );
  return (
    <NavigationProvider value={navigation}>
      <VisitProvider value={useCachedVisit()}>{children}</VisitProvider>
    </NavigationProvider>
  );
}

function useCachedVisit(): Visit {
  const { data: app } = useQuery(appInfoQuery);
  const sessionEnd = useSessionEnd();
  const { mutateAsync: signIn } = useLogin();
  const { mutateAsync: start } = useStartRegistration();
  return useMemo(
    () => ({
      app,
      sessionEnd,
      signIn,
      register: async (registration) => {
        await start(registration);
      },
    }),
    [app, sessionEnd, signIn, start],
  );
}
