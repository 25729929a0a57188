import {
  IconAddressBook,
  IconArchive,
  IconBriefcase,
  IconBuilding,
  IconBuildingBank,
  IconCalculator,
  IconCalendarTime,
  IconCashBanknoteMove,
  IconClockDollar,
  IconClockHour4,
  IconCoins,
  IconFileCertificate,
  IconFileInvoice,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconInbox,
  IconInfoCircle,
  IconListCheck,
  IconMail,
  IconPercentage,
  IconReceipt,
  IconReceiptTax,
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
}

export type MenuLink = PageLink<MenuEntry>;

/**
 * The worker's menu and the groups in the menu of the provider's staff, in their order. They are beside the page table
 * and not in it: a visitor who signs in needs the table, but no icons.
 */
const MENUS = {
  own: [
    { path: '/', icon: IconHome },
    { path: '/invoices', icon: IconFileInvoice },
    { path: '/shifts', icon: IconCalendarTime },
    { path: '/customers', icon: IconAddressBook },
    { path: '/archive', icon: IconArchive },
    { path: '/salaries', icon: IconWallet },
    { path: '/tax', icon: IconReceiptTax },
    { path: '/templates', icon: IconTemplate },
    { path: '/calculator', icon: IconCalculator },
    { path: '/account', icon: IconUserCircle },
    { path: '/help', icon: IconHelpCircle },
    { path: '/about', icon: IconInfoCircle },
    { path: '/provider', icon: IconBriefcase },
  ],
  bills: [
    { path: '/provider/bills', icon: IconInbox },
    { path: '/provider/late-receipts', icon: IconReceipt },
    { path: '/provider/deliveries', icon: IconSend },
    { path: '/provider/companies', icon: IconBuilding },
    { path: '/provider/shifts', icon: IconClockHour4 },
  ],
  money: [
    { path: '/provider/payments', icon: IconBuildingBank },
    { path: '/provider/overdue', icon: IconClockDollar },
    { path: '/provider/payouts', icon: IconCashBanknoteMove },
    { path: '/provider/advances', icon: IconCoins },
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
    { path: '/provider/mails', icon: IconMail },
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
