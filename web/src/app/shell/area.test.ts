import { expect, test } from 'vitest';
import type { Viewer } from '@/lib/access';
import { areaAt } from './area';

const seen = (...roles: Viewer['roles']): Viewer => ({ signedIn: true, roles, demo: false });

test('a worker is at the own area everywhere', () => {
  for (const path of ['/', '/invoices', '/provider']) {
    expect(areaAt(path, seen('ROLE_USER')), path).toBe('own');
  }
});

test('staff who do not invoice are in the area of the provider everywhere', () => {
  for (const path of ['/provider', '/provider/bills', '/calculator']) {
    expect(areaAt(path, seen('ROLE_PAYROLL')), path).toBe('provider');
  }
});

test('staff who invoice too are where the page is', () => {
  const both = seen('ROLE_USER', 'ROLE_CLERK');
  expect(areaAt('/invoices', both)).toBe('own');
  expect(areaAt('/provider', both)).toBe('provider');
  expect(areaAt('/provider/bills/1', both)).toBe('provider');
  expect(areaAt('/provider-of-something', both)).toBe('own');
});
