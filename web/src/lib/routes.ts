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

/**
 * public: anyone; private: signed in; worker: those who invoice; staff: the provider's people;
 * demo: anyone, in demo mode.
 */
export type Access = 'public' | 'private' | 'worker' | 'staff' | 'demo';

/** menu: the side menu; header: the header of a visitor; footer: the footer of everyone. */
export type Place = 'menu' | 'header' | 'footer';

export interface RouteInfo {
  readonly title: () => string;
  readonly access: Access;
  /** False: the page says that it is still being built, and nothing links to it. */
  readonly built: boolean;
  readonly places?: readonly Place[];
  readonly icon?: Icon;
  /** What the page is for, shown on the home page. */
  readonly summary?: () => string;
}

/** Every page of the app, in the order of the menu. A new page starts here. */
export const ROUTES = {
  '/': { title: m.page_home, access: 'private', built: true, places: ['menu'], icon: IconHome },
  '/invoices': {
    title: m.page_invoices,
    access: 'worker',
    built: true,
    places: ['menu'],
    icon: IconFileInvoice,
    summary: m.page_invoices_summary,
  },
  '/customers': {
    title: m.page_customers,
    access: 'worker',
    built: true,
    places: ['menu'],
    icon: IconAddressBook,
    summary: m.page_customers_summary,
  },
  '/archive': {
    title: m.page_archive,
    access: 'worker',
    built: true,
    places: ['menu'],
    icon: IconArchive,
    summary: m.page_archive_summary,
  },
  '/salaries': {
    title: m.page_salaries,
    access: 'worker',
    built: false,
    places: ['menu'],
    icon: IconWallet,
    summary: m.page_salaries_summary,
  },
  '/tax': {
    title: m.page_tax,
    access: 'worker',
    built: false,
    places: ['menu'],
    icon: IconReceiptTax,
    summary: m.page_tax_summary,
  },
  '/templates': {
    title: m.page_templates,
    access: 'worker',
    built: true,
    places: ['menu'],
    icon: IconTemplate,
    summary: m.page_templates_summary,
  },
  '/calculator': {
    title: m.page_calculator,
    access: 'public',
    built: true,
    places: ['menu', 'header'],
    icon: IconCalculator,
    summary: m.page_calculator_summary,
  },
  '/account': {
    title: m.page_account,
    access: 'private',
    built: false,
    places: ['menu'],
    icon: IconUserCircle,
    summary: m.page_account_summary,
  },
  '/about': {
    title: m.page_about,
    access: 'public',
    built: false,
    places: ['menu', 'header'],
    icon: IconInfoCircle,
    summary: m.page_about_summary,
  },
  '/provider': {
    title: m.page_provider,
    access: 'staff',
    built: false,
    places: ['menu'],
    icon: IconBriefcase,
    summary: m.page_provider_summary,
  },
  '/invoice': { title: m.page_invoice, access: 'worker', built: true },
  '/shifts': { title: m.page_shifts, access: 'worker', built: false },
  '/login': { title: m.page_login, access: 'public', built: true },
  '/logout': { title: m.page_logout, access: 'public', built: true },
  '/token-login': { title: m.page_token_login, access: 'public', built: false },
  '/landing': { title: m.page_landing, access: 'public', built: false },
  '/register': { title: m.page_register, access: 'public', built: false },
  '/register-started': { title: m.page_register_started, access: 'public', built: false },
  '/registration/failed': { title: m.page_registration_failed, access: 'public', built: false },
  '/registration/confirm': { title: m.page_registration_confirm, access: 'public', built: false },
  '/registration/eula': { title: m.page_registration_eula, access: 'public', built: false },
  '/registration/success': { title: m.page_registration_success, access: 'public', built: false },
  '/password/reset': { title: m.page_password_reset, access: 'public', built: false },
  '/password/checkemail': { title: m.page_password_check_email, access: 'public', built: false },
  '/password/checkemail-failure': {
    title: m.page_password_check_email_failure,
    access: 'public',
    built: false,
  },
  '/password/forgot/$token': { title: m.page_password_forgot, access: 'public', built: false },
  '/password/changed': { title: m.page_password_changed, access: 'public', built: false },
  '/password/changed-failure': {
    title: m.page_password_changed_failure,
    access: 'public',
    built: false,
  },
  '/password/success': { title: m.page_password_success, access: 'public', built: false },
  '/eula': { title: m.page_eula, access: 'public', built: false, places: ['footer'] },
  '/privacy': { title: m.page_privacy, access: 'public', built: false, places: ['footer'] },
  '/api-docs': { title: m.page_api_docs, access: 'demo', built: true, places: ['footer'] },
} as const satisfies Record<string, RouteInfo>;

export type RoutePath = keyof typeof ROUTES;

export const ROUTE_PATHS = Object.keys(ROUTES) as readonly RoutePath[];

/** The paths that have a page; app/pages.ts must load exactly these. */
export type BuiltPath = {
  [Path in RoutePath]: (typeof ROUTES)[Path]['built'] extends true ? Path : never;
}[RoutePath];

/** Paths with a parameter cannot be linked to from a menu. */
type LinkPath = Exclude<RoutePath, `${string}$${string}`>;

export interface LinkedRoute extends RouteInfo {
  readonly path: LinkPath;
}

/** Who is looking, as far as links are concerned. */
export interface Viewer {
  readonly signedIn: boolean;
  readonly worker: boolean;
  readonly staff: boolean;
  readonly demo: boolean;
}

export function routeInfo(path: RoutePath): RouteInfo {
  return ROUTES[path];
}

/** Whether a page is shown only to somebody whom we know. */
export function needsSession(access: Access): boolean {
  return access === 'private' || access === 'worker' || access === 'staff';
}

export function mayOpen(access: Access, viewer: Viewer): boolean {
  switch (access) {
    case 'public':
      return true;
    case 'private':
      return viewer.signedIn;
    case 'worker':
      return viewer.worker;
    case 'staff':
      return viewer.staff;
    case 'demo':
      return viewer.demo;
  }
}

/** The built pages that the viewer may open, of one place, in the order of the table. */
export function linksIn(place: Place, viewer: Viewer): LinkedRoute[] {
  return ROUTE_PATHS.filter((path): path is LinkPath => !path.includes('$'))
    .map((path): LinkedRoute => ({ ...routeInfo(path), path }))
    .filter(({ built, access, places = [] }) => {
      return built && places.includes(place) && mayOpen(access, viewer);
    });
}
