import { catalogue } from './catalogue';

const LOCALIZED_PREFIX = 'LOCALIZED!';

/** What a text may name beside what its key says. */
export interface Named {
  readonly least?: string | null;
  readonly most?: string | null;
  readonly year?: number | string | null;
}

type Texts = Readonly<Record<string, (named: Named) => string>>;

const known = new Map<string, Texts[string]>(Object.entries(catalogue));

/** Adds the texts of further keys. */
export function registerTexts(texts: Texts): void {
  for (const [key, text] of Object.entries(texts)) known.set(key, text);
}

export function isKnown(key: string): boolean {
  return known.has(key);
}

/**
 * The key of a problem with what its text names: `validation.tooLong?most=500`. A field may have a text
 * of its own, registered as `KEY:field`.
 */
export function keyWith(problem: Named & { readonly field: string; readonly key: string }): string {
  const own = `${problem.key}:${problem.field}`;
  if (known.has(own)) return own;
  const named = new URLSearchParams();
  for (const name of ['least', 'most', 'year'] as const) {
    const value = problem[name] ?? undefined;
    if (value !== undefined) named.set(name, String(value));
  }
  return named.size === 0 ? problem.key : `${problem.key}?${named}`;
}

/** The text of a key in the current language. An unknown key asks to contact the support. */
export function textOf(key: string): string {
  const bare = key.startsWith(LOCALIZED_PREFIX) ? key.slice(LOCALIZED_PREFIX.length) : key;
  const [name = '', named] = bare.split('?');
  return (known.get(name) ?? catalogue.contactAdmin)(
    Object.fromEntries(new URLSearchParams(named)),
  );
}
