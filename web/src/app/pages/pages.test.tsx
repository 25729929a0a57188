import { describe, expect, test } from 'vitest';
import { mayOpen, type Viewer } from '@/lib/access';
import { linksIn, PAGE_PATHS, PAGES } from './pages';

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

describe('the page table', () => {
  test.each(PUBLIC_PREFIXES)('everything under %s is public', (prefix) => {
    const paths = PAGE_PATHS.filter((path) => path.startsWith(prefix));
    expect(paths).not.toEqual([]);
    expect(paths.filter((path) => PAGES[path].access !== 'public')).toEqual([]);
  });

  test('the pages of a worker are private', () => {
    for (const path of ['/', '/invoices', '/customers', '/salaries', '/account'] as const) {
      expect(mayOpen(PAGES[path].access, visitor), path).toBe(false);
      expect(mayOpen(PAGES[path].access, worker), path).toBe(true);
    }
  });

  test('the pages of invoicing are for those who invoice', () => {
    const paths = ['/invoices', '/invoice', '/customers', '/archive', '/templates'] as const;
    for (const path of paths) expect(mayOpen(PAGES[path].access, clerk), path).toBe(false);
    expect(mayOpen(PAGES['/'].access, clerk)).toBe(true);
  });

  test('every page of the provider is for some of the staff, and for no worker', () => {
    const staff = withRoles('ROLE_CLERK', 'ROLE_PAYROLL', 'ROLE_ADMIN');
    const paths = PAGE_PATHS.filter((path) => path.startsWith('/provider'));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      expect(mayOpen(PAGES[path].access, worker), path).toBe(false);
      expect(mayOpen(PAGES[path].access, staff), path).toBe(true);
    }
  });

  test('each role opens its own work', () => {
    const opens = (path: keyof typeof PAGES, ...roles: Viewer['roles']) =>
      mayOpen(PAGES[path].access, withRoles(...roles));
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
  test('of the header lead a visitor to what the service is, and to registering', () => {
    const paths = linksIn('header', visitor).map(({ path }) => path);
    expect(paths).toEqual(['/calculator', '/about', '/register']);
  });

  test('of the API reference are there in demo mode alone', () => {
    const paths = (viewer: Viewer) => linksIn('footer', viewer).map(({ path }) => path);
    expect(paths({ ...visitor, demo: true })).toContain('/api-docs');
    expect(paths(worker)).not.toContain('/api-docs');
  });
});
