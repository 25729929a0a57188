import {
  IconBuildingBank,
  IconClockDollar,
  IconClockHour4,
  IconFileCertificate,
  IconHistory,
  IconInbox,
  IconListCheck,
  IconPercentage,
  IconReportMoney,
  IconSend,
  IconSettings,
  IconTicket,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import { offered, type MenuEntry, type MenuLink } from './menu';
import type { Viewer } from './routes';

interface MenuGroup {
  readonly name: () => string;
  readonly links: readonly MenuEntry[];
}

/** The side menu of the provider's staff, under the dashboard: work first, settings last. */
const GROUPS: readonly MenuGroup[] = [
  {
    name: m.provider_menu_bills,
    links: [
      { path: '/provider/bills', icon: IconInbox },
      { path: '/provider/deliveries', icon: IconSend },
      { path: '/provider/shifts', icon: IconClockHour4 },
    ],
  },
  {
    name: m.provider_menu_money,
    links: [
      { path: '/provider/payments', icon: IconBuildingBank },
      { path: '/provider/overdue', icon: IconClockDollar },
    ],
  },
  {
    name: m.provider_menu_payroll,
    links: [
      { path: '/provider/payroll', icon: IconWallet },
      { path: '/provider/ledger', icon: IconReportMoney },
      { path: '/provider/vat', icon: IconPercentage },
    ],
  },
  {
    name: m.provider_menu_people,
    links: [
      { path: '/provider/workers', icon: IconUsers },
      { path: '/provider/tax-cards', icon: IconFileCertificate },
    ],
  },
  {
    name: m.provider_menu_upkeep,
    links: [
      { path: '/provider/settings', icon: IconSettings },
      { path: '/provider/promo-codes', icon: IconTicket },
      { path: '/provider/audit', icon: IconHistory },
      { path: '/provider/jobs', icon: IconListCheck },
    ],
  },
];

interface LinkGroup {
  readonly name: string;
  readonly links: readonly MenuLink[];
}

/** The groups of pages that the viewer may open; empty ones are left out. */
export function providerGroups(viewer: Viewer): LinkGroup[] {
  return GROUPS.map(({ name, links }) => ({
    name: name(),
    links: offered(links, viewer),
  })).filter(({ links }) => links.length > 0);
}

export function providerLinks(viewer: Viewer): MenuLink[] {
  return providerGroups(viewer).flatMap(({ links }) => links);
}
