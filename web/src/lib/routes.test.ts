import { describe, expect, test } from 'vitest';
import { linksIn, mayOpen, ROUTE_PATHS, routeInfo, ROUTES, type Viewer } from './routes';

const visitor: Viewer = { signedIn: false, worker: false, staff: false, demo: false };
const worker: Viewer = { ...visitor, signedIn: true, worker: true };
const clerk: Viewer = { ...visitor, signedIn: true, staff: true };

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

  test('the menu has the order of the specification', () => {
    const menu = ROUTE_PATHS.filter((path) => routeInfo(path).places?.includes('menu') ?? false);
    expect(menu).toEqual([
      '/',
      '/invoices',
      '/customers',
      '/archive',
      '/salaries',
      '/tax',
      '/templates',
      '/calculator',
      '/account',
      '/about',
      '/provider',
    ]);
  });
});

describe('links', () => {
  test('lead only to built pages', () => {
    const everyone: Viewer = { signedIn: true, worker: true, staff: true, demo: true };
    for (const place of ['menu', 'header', 'footer'] as const) {
      for (const { path } of linksIn(place, everyone)) expect(ROUTES[path].built, path).toBe(true);
    }
  });

  test('of the API reference are there in demo mode alone', () => {
    const paths = (viewer: Viewer) => linksIn('footer', viewer).map(({ path }) => path);
    expect(paths({ ...visitor, demo: true })).toContain('/api-docs');
    expect(paths(worker)).not.toContain('/api-docs');
  });

  test('of the menu are not for visitors', () => {
    expect(linksIn('menu', visitor).map(({ path }) => path)).not.toContain('/');
  });
});
