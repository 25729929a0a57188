import { catalogue } from './catalogue';

const LOCALIZED_PREFIX = 'LOCALIZED!';

type Texts = Readonly<Record<string, () => string>>;

const known = new Map<string, () => string>(Object.entries(catalogue));

/** Adds the texts of further keys. */
export function registerTexts(texts: Texts): void {
  for (const [key, text] of Object.entries(texts)) known.set(key, text);
}

export function isKnown(key: string): boolean {
  return known.has(key);
}

/** The text of a key in the current language. An unknown key asks to contact the support. */
export function textOf(key: string): string {
  const bare = key.startsWith(LOCALIZED_PREFIX) ? key.slice(LOCALIZED_PREFIX.length) : key;
  return (known.get(bare) ?? catalogue.contactAdmin)();
}
