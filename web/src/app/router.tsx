import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { PageLoader } from '@/components/PageLoader';
import { focusPageTitle } from '@/components/PageTitle';
import { serverAnswers } from '@/lib/reload';
import { ErrorPage } from './ErrorPage';
import { guard } from './guard';
import { NotFoundPage } from './NotFoundPage';
import { pageComponent } from './pageComponent';
import type { Page, PathParams } from './pages/page';
import { PAGE_PATHS, PAGES, type PagePath, type SearchOf } from './pages/pages';
import { readLoginSearch } from './pages/visitor';
import { Shell } from './shell/Shell';

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
});

/** The address of the page that is on the screen. */
let shown: string | undefined;

/** Without the server a page whose code is not there yet cannot be opened: the present one stays. */
async function loadOrStay(load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch (failure) {
    if (shown === undefined || (await serverAnswers())) throw failure;
    throw redirect({ href: shown, replace: true });
  }
}

function pageRoute<Path extends PagePath>(path: Path) {
  const page = PAGES[path] as Page;
  const component = pageComponent(page);
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { access: page.access, title: page.title },
    validateSearch: (raw: Record<string, unknown>): SearchOf<Path> =>
      (page.search?.(raw) ?? {}) as SearchOf<Path>,
    beforeLoad: async ({ context: { queryClient }, location, params, preload, search }) => {
      const user = await guard(queryClient, {
        path,
        access: page.access,
        href: location.href,
        next: readLoginSearch(location.search).next,
      });
      // Fetches the data beside the code. The page shows by itself that it waits, or what failed.
      const request = { queryClient, search, personId: user?.id ?? '' };
      page.data?.({ ...request, params: params as PathParams }).catch(() => undefined);
      const code = component.preload();
      await (preload ? code.catch(() => undefined) : loadOrStay(() => code));
    },
    component,
  });
}

type PageRoutes = { [Path in PagePath]: ReturnType<typeof pageRoute<Path>> };

// Built from the table in one go; the type keeps every path, so that links are checked.
const pageRoutes = Object.fromEntries(
  PAGE_PATHS.map((path) => [path, pageRoute(path)]),
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
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PageLoader,
    scrollRestoration: true,
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
    shown = toLocation.href;
    // An address with a hash names the field that takes the focus.
    const takesFocus = pathChanged && toLocation.hash === '';
    if (fromLocation !== undefined && takesFocus) focusPageTitle();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
