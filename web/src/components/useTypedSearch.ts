import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const SEARCH_DEBOUNCE_MS = 300;

/**
 * The text of a search box: what is being typed at once, what is searched for a moment later.
 * When the address changes by other means, such as the back button, the box follows.
 */
export function useTypedSearch(
  asked: string,
  ask: (search: string) => void,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(asked);
  const [followed, setFollowed] = useState(asked);
  const askSoon = useDebouncedCallback(ask, SEARCH_DEBOUNCE_MS);

  if (asked !== followed) {
    setFollowed(asked);
    if (asked !== typed.trim()) setTyped(asked);
  }
  const type = (next: string) => {
    setTyped(next);
    askSoon(next.trim());
  };
  return [typed, type];
}
