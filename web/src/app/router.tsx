import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  stringifySearchWith,
} from '@tanstack/react-router';
import { PageLoader } from '@/components/PageLoader';
import { focusPageTitle } from '@/components/PageTitle';
import { ROUTE_PATHS, type RoutePath } from '@/lib/routes';
import { ErrorPage } from './ErrorPage';
import { guard } from './guard';
import { NotFoundPage } from './NotFoundPage';
import { pageComponent } from './pageComponent';

import { readSearch, type SearchOf } from './search';
import { Shell } from './shell/Shell';

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
});

function pageRoute<Path extends RoutePath>(path: Path) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (raw: Record<string, unknown>): SearchOf<Path> => readSearch(path, raw),
    beforeLoad: ({ context, location }) =>
      guard(context.queryClient, {
        path,
        href: location.href,
        next: readSearch('/login', location.search).next,
      }),
    component: pageComponent(path),
  });
}

type PageRoutes = { [Path in RoutePath]: ReturnType<typeof pageRoute<Path>> };

// Built from the table in one go; the type keeps every path, so that links are checked.
const pageRoutes = Object.fromEntries(
  ROUTE_PATHS.map((path) => [path, pageRoute(path)]),
) as unknown as PageRoutes;

const routeTree = rootRoute.addChildren(pageRoutes);

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    // Search parameters are plain texts: ?price=2000 rather than ?price="2000", and 2000 is a text too.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PageLoader,
    scrollRestoration: true,
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) focusPageTitle();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
