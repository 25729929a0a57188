import { expect, test } from 'vitest';
import type { Viewer } from '@/lib/routes';
import { deskAt } from './desk';

const seen = (...roles: Viewer['roles']): Viewer => ({ signedIn: true, roles, demo: false });

test('a worker is at the own desk everywhere', () => {
  for (const path of ['/', '/invoices', '/provider']) {
    expect(deskAt(path, seen('ROLE_USER')), path).toBe('own');
  }
});

test('staff who do not invoice are at the desk of the provider everywhere', () => {
  for (const path of ['/provider', '/provider/bills', '/calculator']) {
    expect(deskAt(path, seen('ROLE_PAYROLL')), path).toBe('provider');
  }
});

test('staff who invoice too are where the page is', () => {
  const both = seen('ROLE_USER', 'ROLE_CLERK');
  expect(deskAt('/invoices', both)).toBe('own');
  expect(deskAt('/provider', both)).toBe('provider');
  expect(deskAt('/provider/bills/1', both)).toBe('provider');
  expect(deskAt('/provider-of-something', both)).toBe('own');
});
