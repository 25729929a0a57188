import { describe, expect, test } from 'vitest';
import { linksIn, mayOpen, ROUTE_PATHS, ROUTES, type Viewer } from './routes';

const visitor: Viewer = { signedIn: false, roles: [], demo: false };
const withRoles = (...roles: Viewer['roles']): Viewer => ({ ...visitor, signedIn: true, roles });
const worker = withRoles('ROLE_USER');
const clerk = withRoles('ROLE_CLERK');

const PUBLIC_PREFIXES = [
  '/login',
  '/register',
  '/register-started',
  '/privacy',
  '/about',
  '/calculator',
  '/registration',
  '/password',
];

describe('the route table', () => {
  test.each(PUBLIC_PREFIXES)('everything under %s is public', (prefix) => {
    const paths = ROUTE_PATHS.filter((path) => path.startsWith(prefix));
    expect(paths).not.toEqual([]);
    expect(paths.filter((path) => ROUTES[path].access !== 'public')).toEqual([]);
  });

  test('the pages of a worker are private', () => {
    for (const path of ['/', '/invoices', '/customers', '/salaries', '/account'] as const) {
      expect(mayOpen(ROUTES[path].access, visitor), path).toBe(false);
      expect(mayOpen(ROUTES[path].access, worker), path).toBe(true);
    }
  });

  test('the pages of invoicing are for those who invoice', () => {
    const paths = ['/invoices', '/invoice', '/customers', '/archive', '/templates'] as const;
    for (const path of paths) expect(mayOpen(ROUTES[path].access, clerk), path).toBe(false);
    expect(mayOpen(ROUTES['/'].access, clerk)).toBe(true);
  });

  test('every page of the provider is for some of the staff, and for no worker', () => {
    const staff = withRoles('ROLE_CLERK', 'ROLE_PAYROLL', 'ROLE_ADMIN');
    const paths = ROUTE_PATHS.filter((path) => path.startsWith('/provider'));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      expect(mayOpen(ROUTES[path].access, worker), path).toBe(false);
      expect(mayOpen(ROUTES[path].access, staff), path).toBe(true);
    }
  });

  test('each role opens its own work', () => {
    const opens = (path: keyof typeof ROUTES, ...roles: Viewer['roles']) =>
      mayOpen(ROUTES[path].access, withRoles(...roles));
    expect(opens('/provider/bills', 'ROLE_CLERK')).toBe(true);
    expect(opens('/provider/bills', 'ROLE_PAYROLL', 'ROLE_ADMIN')).toBe(false);
    expect(opens('/provider/payments', 'ROLE_CLERK')).toBe(false);
    expect(opens('/provider/payments', 'ROLE_CLERK', 'ROLE_PAYROLL')).toBe(true);
    expect(opens('/provider/workers', 'ROLE_PAYROLL')).toBe(true);
    expect(opens('/provider/workers', 'ROLE_ADMIN')).toBe(true);
    expect(opens('/provider/settings', 'ROLE_PAYROLL')).toBe(false);
  });
});

describe('links', () => {
  test('lead only to built pages', () => {
    const everyone: Viewer = {
      signedIn: true,
      roles: ['ROLE_USER', 'ROLE_CLERK', 'ROLE_PAYROLL', 'ROLE_ADMIN'],
      demo: true,
    };
    for (const place of ['header', 'footer'] as const) {
      for (const { path } of linksIn(place, everyone)) expect(ROUTES[path].built, path).toBe(true);
    }
  });

  test('of the API reference are there in demo mode alone', () => {
    const paths = (viewer: Viewer) => linksIn('footer', viewer).map(({ path }) => path);
    expect(paths({ ...visitor, demo: true })).toContain('/api-docs');
    expect(paths(worker)).not.toContain('/api-docs');
  });
});
