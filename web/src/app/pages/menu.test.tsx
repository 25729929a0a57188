import { describe, expect, test } from 'vitest';
import type { Viewer } from '@/lib/access';
import { menuLinks, providerGroups, providerLinks } from './menu';
import { PAGE_PATHS } from './pages';

const seen = (...roles: Viewer['roles']): Viewer => ({ signedIn: true, roles, demo: true });
const everyone = seen('ROLE_USER', 'ROLE_CLERK', 'ROLE_PAYROLL', 'ROLE_ADMIN');
const paths = (links: ReturnType<typeof menuLinks>) => links.map(({ path }) => path);

describe('the menu', () => {
  test('of a worker has no page of the provider, and that of a clerk no invoices', () => {
    expect(paths(menuLinks(seen('ROLE_USER')))).not.toContain('/provider');
    expect(paths(menuLinks(seen('ROLE_CLERK')))).toContain('/provider');
    expect(paths(menuLinks(seen('ROLE_CLERK')))).not.toContain('/invoices');
  });

  test('of a visitor has no page for signed-in users', () => {
    expect(paths(menuLinks({ signedIn: false, roles: [], demo: true }))).not.toContain('/');
  });

  test('of the provider has no group without a page, and nothing for a worker', () => {
    expect(providerGroups(seen('ROLE_USER'))).toEqual([]);
    for (const { links } of providerGroups(everyone)) expect(links).not.toEqual([]);
  });

  test('of the provider leads to every page of the staff that can be linked to', () => {
    const pages = PAGE_PATHS.filter((path) => path.startsWith('/provider/') && !path.includes('$'));
    expect(pages.length).toBeGreaterThan(10);
    expect(new Set(paths(providerLinks(everyone)))).toEqual(new Set(pages));
  });

  test('has an icon of its own for each page', () => {
    const icons = [...menuLinks(everyone), ...providerLinks(everyone)].map(({ icon }) => icon);
    // The worker's salaries and the payroll are the same matter.
    expect(new Set(icons).size).toBe(icons.length - 1);
  });
});
