import { safeNextPath } from '@/lib/nextPath';

export interface Entry {
  readonly path: string;
  /** Where to go after signing in. */
  readonly next: string | undefined;
}

/** What an address of the entrance says. */
export function entryOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Entry {
  return { path: pathname, next: safeNextPath(new URLSearchParams(search).get('next')) };
}
