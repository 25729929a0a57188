import { useSyncExternalStore } from 'react';
import { getLocale, isLocale, setLocale, type Locale } from '@/paraglide/runtime';
import { readStored, store } from './storage';

export type Language = Locale;

const STORAGE_KEY = 'liksa-language';
const listeners = new Set<() => void>();

function show(language: Language) {
  // Without a reload, so that nothing typed into a form is lost.
  void setLocale(language, { reload: false });
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** The language chosen earlier on this device, else the first of the browser's that is one of ours. */
export function firstLanguage(wanted: readonly string[]): Language {
  const stored = readStored(() => localStorage, STORAGE_KEY);
  if (isLocale(stored)) return stored;
  return wanted.map((tag) => tag.split('-')[0]).find((code) => isLocale(code)) ?? getLocale();
}

/** Called once, before rendering. */
export function restoreLanguage() {
  show(firstLanguage(navigator.languages));
}

export function changeLanguage(language: Language) {
  store(() => localStorage, STORAGE_KEY, language);
  show(language);
}

/** The current language. A component that calls this renders again when the language changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => getLocale(),
  );
}
