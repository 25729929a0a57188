import { describe, expect, test } from 'vitest';
import type { Run } from '@/api/payroll';
import { m } from '@/paraglide/messages';
import { doneBy, runOf } from '@/test/payroll';
import { whyNot, whyNotUndone } from './runActions';

const me = { viewerId: 'me', filesReady: false };

/** Why I may not approve a run that is so. */
function approval(differences: Partial<Run>): string | undefined {
  return whyNot('approve', runOf(differences), me);
}

describe('approving', () => {
  test('what another user made and calculated may be approved', () => {
    expect(approval({})).toBeUndefined();
  });

  test('not what the user made or calculated', () => {
    expect(approval({ made: doneBy('me') })).toBe(m.providerpayroll_barred_made());
    expect(approval({ calculated: doneBy('me') })).toBe(m.providerpayroll_barred_calculated());
  });

  test('not before it is calculated, nor twice', () => {
    for (const state of ['DRAFT', 'CALCULATING', 'APPROVED', 'POSTED', 'PAID'] as const) {
      expect(approval({ state })).toBe(m.providerpayroll_barred_not_calculated());
    }
  });

  test('not on outdated figures', () => {
    expect(approval({ outdated: true, made: doneBy('me') })).toBe(
      m.providerpayroll_barred_outdated(),
    );
  });

  test('not after the payday, which says what to do first', () => {
    expect(approval({ paydayOver: true, outdated: true })).toBe(
      m.providerpayroll_barred_payday_over(),
    );
  });

  test('not what pays the user', () => {
    expect(approval({ paysViewer: true })).toBe(m.providerpayroll_barred_own_salary());
  });

  test('not when nothing would be paid', () => {
    const { counts } = runOf();
    expect(approval({ counts: { ...counts, held: 3 } })).toBe(m.providerpayroll_barred_all_held());
    expect(approval({ counts: { ...counts, calculated: 0, held: 0 } })).toBe(
      m.providerpayroll_barred_empty(),
    );
  });
});

test.each([
  ['DRAFT', true],
  ['CALCULATING', false],
  ['CALCULATED', true],
  ['APPROVED', false],
  ['POSTED', false],
  ['PAID', false],
] as const)('a run that is %s may be calculated: %s', (state, may) => {
  expect(whyNot('calculate', runOf({ state }), me) === undefined).toBe(may);
});

test('a run is paid once, when its files are there', () => {
  const ready = { ...me, filesReady: true };
  expect(whyNot('pay', runOf({ state: 'POSTED' }), ready)).toBeUndefined();
  expect(whyNot('pay', runOf({ state: 'POSTED' }), me)).toBe(m.providerpayroll_barred_files());
  expect(whyNot('pay', runOf({ state: 'APPROVED' }), ready)).toBeDefined();
  expect(whyNot('pay', runOf({ state: 'PAID' }), ready)).toBeDefined();
});

test('an approval is undone by another user, as long as nothing was fetched', () => {
  const run = runOf({ state: 'POSTED', approved: doneBy('other') });
  expect(whyNotUndone(run, 'me')).toBeUndefined();
  expect(whyNotUndone({ ...run, approved: doneBy('me') }, 'me')).toBe(
    m.providerpayroll_barred_undo_own(),
  );
  expect(whyNotUndone({ ...run, paysViewer: true }, 'me')).toBe(
    m.providerpayroll_barred_undo_own_salary(),
  );
  expect(whyNotUndone({ ...run, fetched: true }, 'me')).toBe(
    m.providerpayroll_barred_undo_fetched(),
  );
});
