import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Access } from '@/lib/access';
import { lazyPart } from '@/lib/lazyPart';

/** The parameters in the paths; a page has those of its own path. */
export type PathParams = Readonly<
  Record<'account' | 'billId' | 'paymentId' | 'personId' | 'runId' | 'salaryId', string>
>;

/** What the data of a page may depend on. */
export interface DataRequest<Search> {
  readonly queryClient: QueryClient;
  readonly search: Search;
  readonly params: PathParams;
  /** The id of the signed-in user; empty for a visitor. */
  readonly personId: string;
}

interface PageDescription<Search extends object> {
  readonly title: () => string;
  readonly access: Access;
  /** Reads the search parameters; the page gets what this returns. */
  readonly search?: (raw: Record<string, unknown>) => Search;
  /** Begins to fetch what the page shows first, while its code is still loading. */
  readonly data?: (request: DataRequest<Search>) => Promise<unknown>;
  /** The page loads the dialogs of signed-in work by itself, once it is on the screen. */
  readonly dialogs?: 'later';
  /** Links outside the menus: in the header of a visitor, in the footer of every page. */
  readonly links?: readonly ('header' | 'footer')[];
}

export interface Page<Search extends object = object> extends PageDescription<Search> {
  readonly component: ComponentType & { preload: () => Promise<void> };
}

/** Describes a page whose component `name` is exported by a module that is loaded when needed. */
export function page<Module extends object, Search extends object = object>(
  load: () => Promise<Module>,
  name: keyof Module & string,
  description: PageDescription<Search>,
): Page<Search> {
  const component = lazyPart(async () => (await load())[name] as ComponentType);
  return { ...description, component };
}
