import { describe, expect, test } from 'vitest';
import type { Viewer } from '@/lib/access';
import { menuLinks, providerGroups } from './menu';

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
});
