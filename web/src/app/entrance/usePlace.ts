import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusPageTitle } from '@/components/PageTitle';
import { entryOf, type Entry } from './entry';
import { isEntrance } from './pages';

/** The page of the entrance that is shown. It follows the links, and going back in the browser. */
export function usePlace(leave: (href: string, how: 'push' | 'stay') => void): Entry {
  const [entry, setEntry] = useState(() => entryOf(window.location));
  const { path } = entry;

  const show = useEffectEvent((href: string, how: 'push' | 'stay') => {
    const url = new URL(href, window.location.href);
    if (!isEntrance(url.pathname)) {
      leave(href, how);
      return;
    }
    if (how === 'push') window.history.pushState(null, '', href);
    setEntry(entryOf(url));
  });
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const href = hrefToFollow(event);
      if (href === undefined) return;
      event.preventDefault();
      show(href, 'push');
    };
    const back = () => show(window.location.href, 'stay');
    document.addEventListener('click', follow);
    window.addEventListener('popstate', back);
    return () => {
      document.removeEventListener('click', follow);
      window.removeEventListener('popstate', back);
    };
  }, []);

  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) focusPageTitle();
    shown.current = path;
  }, [path]);
  return entry;
}

/** The address that a click leads to within the app, unless the browser is to open it itself. */
function hrefToFollow(event: MouseEvent): string | undefined {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey)
    return undefined;
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== window.location.origin)
    return undefined;
  // A page that the server writes, or a place on the present page.
  if (link.hasAttribute('data-server') || link.hash !== '') return undefined;
  return link.pathname + link.search;
}
