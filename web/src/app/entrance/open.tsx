import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { serverAnswers } from '@/lib/reload';
import { show } from '../page';
import { Providers } from '../Providers';
import { Entrance, type Leaving } from './Entrance';
import { entryOf } from './entry';
import { ask, type Known } from './known';
import { ENTRANCE_PAGES, isEntrance } from './pages';

const loadWholeApp = () => import('./wholeApp');

/**
 * The part of the app for visitors who sign in or register: no router, no cache, no table of pages. What
 * is beyond these two pages is loaded when somebody goes there, and shown in the same page of the browser.
 */
export async function openEntrance(root: Root): Promise<void> {
  const { path } = entryOf(window.location);
  // All at once, so that nothing moves after it is shown. Without an answer the page opens as well.
  const code = isEntrance(path) ? ENTRANCE_PAGES[path].preload().catch(() => undefined) : undefined;
  const [known] = await Promise.all([ask(), code]);

  const leave = async (href: string, how: Leaving, learnt: Known) => {
    try {
      const { showWholeApp } = await loadWholeApp();
      if (how === 'push') window.history.pushState(null, '', href);
      if (how === 'replace') window.history.replaceState(null, '', href);
      await showWholeApp(root, learnt);
    } catch {
      // After a deploy the code of this page is gone from the server, but a fresh page finds its own.
      // Without the server the page stays, and says so.
      if (await serverAnswers()) window.location.assign(href);
    }
  };
  // The app knows best where a signed-in user belongs.
  if (known.user !== undefined && known.user !== null) {
    await leave(window.location.href, 'stay', known);
    return;
  }
  show(
    root,
    <StrictMode>
      <Providers>
        <Entrance
          known={known}
          leave={(href, how, learnt) => void leave(href, how, learnt)}
          onUse={() => void loadWholeApp().catch(() => undefined)}
        />
      </Providers>
    </StrictMode>,
  );
}
