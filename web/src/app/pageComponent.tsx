import { needsRole } from '@/lib/access';
import { useLanguage } from '@/lib/language';
import { lazyPart } from '@/lib/lazyPart';
import { DocumentTitle } from './DocumentTitle';
import type { Page } from './pages/page';

// Pages for signed-in work ask before they delete or send; visitors need not load these dialogs.
const Dialogs = lazyPart(async () => (await import('./Dialogs')).loadDialogs());

/** The component of a route: the page with its title, rendered again when the language changes. */
export function pageComponent({ title, access, component: Content }: Page) {
  const withDialogs = needsRole(access);

  function PageComponent() {
    useLanguage();
    return (
      <>
        <DocumentTitle title={title()} />
        {withDialogs ? (
          <Dialogs>
            <Content />
          </Dialogs>
        ) : (
          <Content />
        )}
      </>
    );
  }
  // The router loads the code before it shows the route.
  const preload = async () => {
    await Promise.all([Content.preload(), withDialogs && Dialogs.preload()]);
  };
  return Object.assign(PageComponent, { preload });
}
