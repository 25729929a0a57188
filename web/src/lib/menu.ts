import {
  IconAddressBook,
  IconArchive,
  IconBriefcase,
  IconCalculator,
  IconFileInvoice,
  IconHome,
  IconInfoCircle,
  IconReceiptTax,
  IconTemplate,
  IconUserCircle,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import { isOffered, routeInfo, type LinkedRoute, type LinkPath, type Viewer } from './routes';

/** A page in a menu. */
export interface MenuEntry {
  readonly path: LinkPath;
  readonly icon: Icon;
  /** What the page is for, shown on the home page. */
  readonly summary?: () => string;
}

export type MenuLink = MenuEntry & LinkedRoute;

/** The side menu of somebody who invoices, in its order. */
const OWN_MENU: readonly MenuEntry[] = [
  { path: '/', icon: IconHome },
  { path: '/invoices', icon: IconFileInvoice, summary: m.page_invoices_summary },
  { path: '/customers', icon: IconAddressBook, summary: m.page_customers_summary },
  { path: '/archive', icon: IconArchive, summary: m.page_archive_summary },
  { path: '/salaries', icon: IconWallet, summary: m.page_salaries_summary },
  { path: '/tax', icon: IconReceiptTax, summary: m.page_tax_summary },
  { path: '/templates', icon: IconTemplate, summary: m.page_templates_summary },
  { path: '/calculator', icon: IconCalculator, summary: m.page_calculator_summary },
  { path: '/account', icon: IconUserCircle, summary: m.page_account_summary },
  { path: '/about', icon: IconInfoCircle, summary: m.page_about_summary },
  { path: '/provider', icon: IconBriefcase, summary: m.page_provider_summary },
];

/** The entries whose page is built and may be opened by the viewer. */
export function offered(entries: readonly MenuEntry[], viewer: Viewer): MenuLink[] {
  return entries
    .map((entry): MenuLink => ({ ...routeInfo(entry.path), ...entry }))
    .filter((link) => isOffered(link, viewer));
}

export function menuLinks(viewer: Viewer): MenuLink[] {
  return offered(OWN_MENU, viewer);
}
