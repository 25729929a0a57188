import type { EntrancePath } from '@/components/navigation';
import { mayOpen, type Viewer } from '@/lib/access';
import type { Page } from './page';
import { PROVIDER_PAGES } from './provider';
import { VISITOR_PAGES } from './visitor';
import { WORKER_PAGES } from './worker';

/** Every page of the app, by its path. Links, titles, access and routes follow from it. */
export const PAGES = { ...WORKER_PAGES, ...PROVIDER_PAGES, ...VISITOR_PAGES } as const;

export type PagePath = keyof typeof PAGES;

export const PAGE_PATHS = Object.keys(PAGES) as readonly PagePath[];

/** Paths without a parameter: only these can be linked to from a menu. */
export type LinkPath = Exclude<PagePath, `${string}$${string}`>;

export type PageLink<Kind = object> = Kind & {
  readonly path: LinkPath;
  readonly title: () => string;
};

/** The search parameters of a page. */
export type SearchOf<Path extends PagePath> =
  (typeof PAGES)[Path] extends Page<infer Search> ? Search : object;

/** The pages that may be linked to and opened by the viewer, in the order of the table. */
function pagesFor(viewer: Viewer): (Page & { readonly path: LinkPath })[] {
  return PAGE_PATHS.filter((path): path is LinkPath => !path.includes('$'))
    .map((path) => ({ ...(PAGES[path] as Page), path }))
    .filter(({ access }) => mayOpen(access, viewer));
}

/** A page with a link in the frame is one that the entrance knows as well: a test compares the two. */
type FrameLink = PageLink & { readonly path: EntrancePath };

export function linksIn(place: 'header' | 'footer', viewer: Viewer): FrameLink[] {
  return pagesFor(viewer).filter(({ links = [] }) => links.includes(place)) as FrameLink[];
}
