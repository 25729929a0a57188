import { Suspense } from 'react';
import { needsRole } from '@/lib/access';
import { useLanguage } from '@/lib/language';
import { DocumentTitle } from './DocumentTitle';
import { LazyDialogs } from './LazyDialogs';
import type { Page } from './pages/page';

/** The component of a route: the page with its title, rendered again when the language changes. */
export function pageComponent({ title, access, component: Content, dialogs }: Page) {
  const signedIn = needsRole(access);
  const withDialogs = signedIn && dialogs !== 'later';

  function PageComponent() {
    useLanguage();
    return (
      <>
        <DocumentTitle title={title()} />
        <Content />
        {withDialogs && (
          <Suspense>
            <LazyDialogs />
          </Suspense>
        )}
      </>
    );
  }
  // The router loads the code before it shows the route.
  const preload = async () => {
    await Promise.all([
      Content.preload(),
      signedIn && import('./signedIn').then(({ prepareTab }) => prepareTab()),
      withDialogs && LazyDialogs.preload(),
    ]);
  };
  return Object.assign(PageComponent, { preload });
}
