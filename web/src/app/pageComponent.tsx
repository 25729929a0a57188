import { lazyRouteComponent } from '@tanstack/react-router';
import { useLanguage } from '@/lib/language';
import { routeInfo, type BuiltPath, type RoutePath } from '@/lib/routes';
import { DocumentTitle } from './DocumentTitle';
import { pages } from './pages';
import { UnderConstructionPage } from './UnderConstructionPage';

function isBuilt(path: RoutePath): path is BuiltPath {
  return Object.hasOwn(pages, path);
}

/** The component of a route: its page, which renders anew in another language when asked to. */
export function pageComponent(path: RoutePath) {
  const { title } = routeInfo(path);

  if (!isBuilt(path)) {
    return function UnbuiltPage() {
      useLanguage();
      return <UnderConstructionPage title={title()} />;
    };
  }

  const Page = lazyRouteComponent(pages[path]);
  function BuiltPage() {
    useLanguage();
    return (
      <>
        <DocumentTitle title={title()} />
        <Page />
      </>
    );
  }
  // The router loads the page's code before it shows the route.
  return Object.assign(BuiltPage, { preload: Page.preload });
}
