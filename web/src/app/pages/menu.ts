import type { Viewer } from '@/lib/access';
import { m } from '@/paraglide/messages';
import type { MenuEntry, MenuName } from './page';
import { pagesFor, type PageLink } from './pages';

export type MenuLink = PageLink<MenuEntry>;

function linksOf(name: MenuName, viewer: Viewer): MenuLink[] {
  return pagesFor(viewer).flatMap(({ path, title, menu }) =>
    menu?.menu === name ? [{ path, title, ...menu }] : [],
  );
}

/** The worker's menu; for staff it ends with the way to their own pages. */
export function menuLinks(viewer: Viewer): MenuLink[] {
  return linksOf('own', viewer);
}

interface LinkGroup {
  readonly name: string;
  readonly links: readonly MenuLink[];
}

/** The menu of the provider's staff under the dashboard: work first, settings last. Empty groups are left out. */
export function providerGroups(viewer: Viewer): LinkGroup[] {
  const groups: readonly LinkGroup[] = [
    { name: m.provider_menu_bills(), links: linksOf('bills', viewer) },
    { name: m.provider_menu_money(), links: linksOf('money', viewer) },
    { name: m.provider_menu_payroll(), links: linksOf('payroll', viewer) },
    { name: m.provider_menu_people(), links: linksOf('people', viewer) },
    { name: m.provider_menu_upkeep(), links: linksOf('upkeep', viewer) },
  ];
  return groups.filter(({ links }) => links.length > 0);
}

export function providerLinks(viewer: Viewer): MenuLink[] {
  return providerGroups(viewer).flatMap(({ links }) => links);
}
