import { readStored, store } from '@/lib/storage';
import { isLocale, setLocale } from '@/paraglide/runtime';

/** The key under which the app keeps the language that was chosen on this device. */
const STORAGE_KEY = 'liksa-language';

/**
 * Keeps the language that is chosen here for the rest of the app. The server does not know an earlier
 * choice: a page that came in another language is fetched again in the chosen one.
 */
export function rememberLanguage(page: Document, address: Pick<Location, 'search' | 'replace'>) {
  const { search } = address;
  const chosen = new URLSearchParams(search).get('lang');
  if (isLocale(chosen)) store(() => localStorage, STORAGE_KEY, chosen);
  const stored = readStored(() => localStorage, STORAGE_KEY);
  if (chosen === null && isLocale(stored) && stored !== page.documentElement.lang) {
    const parameters = new URLSearchParams(search);
    parameters.set('lang', stored);
    address.replace(`/landing?${parameters}`);
  }
}

/** What the script writes is in the language that the page came in. */
export function speakAs({ documentElement: { lang } }: Document) {
  if (isLocale(lang)) void setLocale(lang, { reload: false });
}
