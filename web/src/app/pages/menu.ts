import {
  IconAddressBook,
  IconArchive,
  IconBriefcase,
  IconBuilding,
  IconBuildingBank,
  IconCalculator,
  IconCalendarTime,
  IconClockDollar,
  IconClockHour4,
  IconFileCertificate,
  IconFileInvoice,
  IconHistory,
  IconHome,
  IconInbox,
  IconInfoCircle,
  IconListCheck,
  IconPercentage,
  IconReportMoney,
  IconScale,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconTemplate,
  IconTicket,
  IconTransferOut,
  IconUserCircle,
  IconUsers,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import { mayOpen, type Viewer } from '@/lib/access';
import { m } from '@/paraglide/messages';
import { PAGES, type LinkPath, type PageLink } from './pages';

/** A page's place in a menu. */
interface MenuEntry {
  readonly path: LinkPath;
  readonly icon: Icon;
  /** What the page is for, shown on the home page. */
  readonly summary?: () => string;
}

export type MenuLink = PageLink<MenuEntry>;

/**
 * The worker's menu and the groups in the menu of the provider's staff, in their order. They are beside the page table
 * and not in it: a visitor who signs in needs the table, but neither icons nor summaries.
 */
const MENUS = {
  own: [
    { path: '/', icon: IconHome },
    { path: '/invoices', icon: IconFileInvoice, summary: m.page_invoices_summary },
    { path: '/shifts', icon: IconCalendarTime, summary: m.page_shifts_summary },
    { path: '/customers', icon: IconAddressBook, summary: m.page_customers_summary },
    { path: '/archive', icon: IconArchive, summary: m.page_archive_summary },
    { path: '/salaries', icon: IconWallet, summary: m.page_salaries_summary },
    { path: '/templates', icon: IconTemplate, summary: m.page_templates_summary },
    { path: '/calculator', icon: IconCalculator, summary: m.page_calculator_summary },
    { path: '/account', icon: IconUserCircle, summary: m.page_account_summary },
    { path: '/about', icon: IconInfoCircle, summary: m.page_about_summary },
    { path: '/provider', icon: IconBriefcase, summary: m.page_provider_summary },
  ],
  bills: [
    { path: '/provider/bills', icon: IconInbox },
    { path: '/provider/deliveries', icon: IconSend },
    { path: '/provider/companies', icon: IconBuilding },
    { path: '/provider/shifts', icon: IconClockHour4 },
  ],
  money: [
    { path: '/provider/payments', icon: IconBuildingBank },
    { path: '/provider/overdue', icon: IconClockDollar },
  ],
  payroll: [
    { path: '/provider/payroll', icon: IconWallet },
    { path: '/provider/remittances', icon: IconTransferOut },
    { path: '/provider/ledger', icon: IconReportMoney },
    { path: '/provider/vat', icon: IconPercentage },
    { path: '/provider/check', icon: IconShieldCheck },
  ],
  people: [
    { path: '/provider/workers', icon: IconUsers },
    { path: '/provider/tax-cards', icon: IconFileCertificate },
  ],
  upkeep: [
    { path: '/provider/figures', icon: IconScale },
    { path: '/provider/settings', icon: IconSettings },
    { path: '/provider/promo-codes', icon: IconTicket },
    { path: '/provider/audit', icon: IconHistory },
    { path: '/provider/jobs', icon: IconListCheck },
  ],
} as const satisfies Record<string, readonly MenuEntry[]>;

function linksOf(name: keyof typeof MENUS, viewer: Viewer): MenuLink[] {
  const entries: readonly MenuEntry[] = MENUS[name];
  return entries
    .filter(({ path }) => mayOpen(PAGES[path].access, viewer))
    .map((entry) => ({ ...entry, title: PAGES[entry.path].title }));
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
