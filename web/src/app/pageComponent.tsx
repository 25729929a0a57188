import { lazyRouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { useLanguage } from '@/lib/language';
import { needsRole, routeInfo, type BuiltPath, type RoutePath } from '@/lib/routes';
import { DocumentTitle } from './DocumentTitle';
import { pages, type LoadPage } from './pages';
import { UnderConstructionPage } from './UnderConstructionPage';

function isBuilt(path: RoutePath): path is BuiltPath {
  return Object.hasOwn(pages, path);
}

/** Pages of work ask before they delete or send; no visitor has to load what that takes. */
function withDialogs(load: LoadPage): LoadPage {
  return async () => {
    const [{ default: Page }, { Dialogs }] = await Promise.all([load(), import('./Dialogs')]);
    return { default: () => createElement(Dialogs, null, createElement(Page)) };
  };
}

/** The component of a route: its page, which renders anew in another language when asked to. */
export function pageComponent(path: RoutePath) {
  const { title, access } = routeInfo(path);

  if (!isBuilt(path)) {
    return function UnbuiltPage() {
      useLanguage();
      return <UnderConstructionPage title={title()} />;
    };
  }

  const Page = lazyRouteComponent(needsRole(access) ? withDialogs(pages[path]) : pages[path]);
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
