import { beforeEachPart } from './lazyPart';
import { NO_ANSWER } from './serverEvents';

const missing = new Set<HTMLLinkElement>();

function note({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
}

function askAgain(failed: HTMLLinkElement): Promise<void> {
  missing.delete(failed);
  const link = failed.cloneNode() as HTMLLinkElement;
  failed.replaceWith(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      window.dispatchEvent(new Event(NO_ANSWER));
      reject(new Error(`${link.href} did not come.`));
    });
  });
}

/**
 * Asks again for style sheets that did not come, before the code of a part is loaded. Vite asks for each once only, and
 * would show the next page that needs it without it.
 */
export function watchStyles() {
  window.addEventListener('error', note, true);
  beforeEachPart(() => Promise.all([...missing].map(askAgain)));
}
