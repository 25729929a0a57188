import { m } from '@/paraglide/messages';
import { PROVIDER_ROUTES } from './providerRoutes';

type Role = 'ROLE_USER' | 'ROLE_CLERK' | 'ROLE_PAYROLL' | 'ROLE_ADMIN';

/** Whom a page with one of these accesses is for; one of the roles is enough. */
const ROLES_OF = {
  worker: ['ROLE_USER'],
  staff: ['ROLE_CLERK', 'ROLE_PAYROLL', 'ROLE_ADMIN'],
  clerk: ['ROLE_CLERK'],
  payroll: ['ROLE_PAYROLL'],
  people: ['ROLE_PAYROLL', 'ROLE_ADMIN'],
  admin: ['ROLE_ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

type RoleAccess = keyof typeof ROLES_OF;

/** public: anyone; private: signed in; demo: anyone, in demo mode; the others: by role. */
export type Access = 'public' | 'private' | 'demo' | RoleAccess;

/** header: the header of a visitor; footer: the footer of everyone. The menus are in ./menu.ts. */
export type Place = 'header' | 'footer';

export interface RouteInfo {
  readonly title: () => string;
  readonly access: Access;
  /** False: the page says that it is still being built, and nothing links to it. */
  readonly built: boolean;
  readonly places?: readonly Place[];
}

/** Every page of the app. A new page starts here; what every visitor loads is kept small. */
export const ROUTES = {
  '/': { title: m.page_home, access: 'private', built: true },
  '/invoices': { title: m.page_invoices, access: 'worker', built: true },
  '/customers': { title: m.page_customers, access: 'worker', built: true },
  '/archive': { title: m.page_archive, access: 'worker', built: true },
  '/salaries': { title: m.page_salaries, access: 'worker', built: true },
  '/salaries/$salaryId': { title: m.page_salary, access: 'worker', built: true },
  '/tax': { title: m.page_tax, access: 'worker', built: false },
  '/templates': { title: m.page_templates, access: 'worker', built: true },
  '/calculator': {
    title: m.page_calculator,
    access: 'public',
    built: true,
    places: ['header'],
  },
  '/account': { title: m.page_account, access: 'private', built: true },
  '/account/email': { title: m.page_account_email, access: 'private', built: true },
  '/about': {
    title: m.page_about,
    access: 'public',
    built: true,
    places: ['header', 'footer'],
  },
  '/provider': { title: m.page_provider, access: 'staff', built: true },
  ...PROVIDER_ROUTES,
  '/invoice': { title: m.page_invoice, access: 'worker', built: true },
  '/shifts': { title: m.page_shifts, access: 'worker', built: false },
  '/login': { title: m.page_login, access: 'public', built: true },
  '/logout': { title: m.page_logout, access: 'public', built: true },
  '/token-login': { title: m.page_token_login, access: 'public', built: true },
  '/landing': { title: m.page_landing, access: 'public', built: false },
  '/register': { title: m.page_register, access: 'public', built: true },
  '/register-started': { title: m.page_register_started, access: 'public', built: true },
  '/registration/failed': { title: m.page_registration_failed, access: 'public', built: true },
  '/registration/confirm': { title: m.page_registration_confirm, access: 'public', built: true },
  '/registration/eula': { title: m.page_registration_eula, access: 'public', built: true },
  '/registration/success': { title: m.page_registration_success, access: 'public', built: true },
  '/password/reset': { title: m.page_password_reset, access: 'public', built: true },
  '/password/checkemail': { title: m.page_password_check_email, access: 'public', built: true },
  '/password/checkemail-failure': {
    title: m.page_password_check_email_failure,
    access: 'public',
    built: true,
  },
  '/password/forgot/$token': { title: m.page_password_forgot, access: 'public', built: true },
  '/password/changed': { title: m.page_password_changed, access: 'public', built: true },
  '/password/changed-failure': {
    title: m.page_password_changed_failure,
    access: 'public',
    built: true,
  },
  '/password/success': { title: m.page_password_success, access: 'public', built: true },
  '/eula': { title: m.page_eula, access: 'public', built: true, places: ['footer'] },
  '/privacy': { title: m.page_privacy, access: 'public', built: true, places: ['footer'] },
  '/demo/mails': { title: m.page_demo_mails, access: 'demo', built: true, places: ['footer'] },
  '/api-docs': { title: m.page_api_docs, access: 'demo', built: true, places: ['footer'] },
} as const satisfies Record<string, RouteInfo>;

export type RoutePath = keyof typeof ROUTES;

export const ROUTE_PATHS = Object.keys(ROUTES) as readonly RoutePath[];

/** The paths that have a page; app/pages.ts must load exactly these. */
export type BuiltPath = {
  [Path in RoutePath]: (typeof ROUTES)[Path]['built'] extends true ? Path : never;
}[RoutePath];

/** Paths with a parameter cannot be linked to from a menu. */
export type LinkPath = Exclude<RoutePath, `${string}$${string}`>;

export interface LinkedRoute extends RouteInfo {
  readonly path: LinkPath;
}

/** Who is looking, as far as links are concerned. */
export interface Viewer {
  readonly signedIn: boolean;
  readonly roles: readonly Role[];
  readonly demo: boolean;
}

export function routeInfo(path: RoutePath): RouteInfo {
  return ROUTES[path];
}

/** Whether a page is for people of certain roles. */
export function needsRole(access: Access): access is RoleAccess {
  return Object.hasOwn(ROLES_OF, access);
}

/** Whether a page is shown only to somebody whom we know. */
export function needsSession(access: Access): boolean {
  return access === 'private' || needsRole(access);
}

export function mayOpen(access: Access, viewer: Viewer): boolean {
  if (needsRole(access)) return ROLES_OF[access].some((role) => viewer.roles.includes(role));
  switch (access) {
    case 'public':
      return true;
    case 'private':
      return viewer.signedIn;
    case 'demo':
      return viewer.demo;
  }
}

/** The built pages that the viewer may open, of one place, in the order of the table. */
export function linksIn(place: Place, viewer: Viewer): LinkedRoute[] {
  return ROUTE_PATHS.filter((path): path is LinkPath => !path.includes('$'))
    .map((path): LinkedRoute => ({ ...routeInfo(path), path }))
    .filter(({ places = [], ...route }) => places.includes(place) && isOffered(route, viewer));
}

/** Whether there is a page, and the viewer may open it. */
export function isOffered({ built, access }: RouteInfo, viewer: Viewer): boolean {
  return built && mayOpen(access, viewer);
}
