import { expect, test } from 'vitest';
import { detailsOf, runSalaryOf, termsOf } from '@/test/payroll';
import { employee } from '@/test/summaries';
import { changeWords, comparedWith, isBlocked } from './salaryWords';
import { changedTerms } from './termWords';

/** Numbers are grouped by non-breaking spaces, here written as plain ones. */
function plain(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s/g, ' ');
}

test.each([
  [1200, 1000, '200,00 € enemmän'],
  [996.8, 1000, '3,20 € vähemmän'],
  [0.3, 0.1, '0,20 € enemmän'],
  [-50, 100, '150,00 € vähemmän'],
  [1000, 1000, 'sama'],
])('%s beside %s is %s', (now, before, expected) => {
  expect(plain(comparedWith(now, before))).toBe(expected);
});

test('changes have their amounts', () => {
  const summary = { ...employee, salary: 900, reductions: 30, distraint: 120 };
  const changes = ['DISTRAINT', 'REDUCTIONS', 'ESTIMATE'] as const;
  const words = changeWords(runSalaryOf({ summary, estimate: 1000, changes: [...changes] }));
  expect(words.map(plain)).toEqual([
    'Ulosmittaus alkanut: 120,00 €',
    'Vähennetään 30,00 €',
    'Tekijän arvioon verrattuna 100,00 € vähemmän',
  ]);
});

test('a distraint that is not taken any more has ended', () => {
  const summary = { ...employee, distraint: 0 };
  const [words] = changeWords(runSalaryOf({ summary, changes: ['DISTRAINT'] }));
  expect(words).toBe('Ulosmittaus päättynyt');
});

test('a salary below zero is carried over by itself, one that lacks something waits', () => {
  expect(isBlocked(runSalaryOf({ problems: ['NEGATIVE'] }))).toBe(false);
  expect(isBlocked(runSalaryOf({ problems: ['NEGATIVE', 'NO_ACCOUNT'] }))).toBe(true);
});

test('terms that differ from the last salary stand beside each other', () => {
  const before = termsOf({
    servicePercent: 5,
    tax: { percent: 20, ceiling: 30_000, additionalPercent: 45, paidBefore: 1000 },
    contributions: { ...termsOf().contributions, tyel: 7.15 },
  });
  const previous = { payday: '20.10.2026', salary: 1000, terms: before };
  const changed = changedTerms(detailsOf({ previous }));
  expect(changed.map(({ name, before: was, now }) => [name, plain(was), plain(now)])).toEqual([
    ['Verokortti', '20 %, 30 000,00 € jälkeen 45 %', '20 %'],
    ['Palvelumaksu', '5 %', '6,9 %'],
    ['Oma työeläkemaksu (TyEL)', '7,15 %', '7,3 %'],
  ]);
});

test('what grows by itself on the same card is no change', () => {
  const tax = { percent: 20, ceiling: 30_000, additionalPercent: 45, paidBefore: 1000 };
  const previous = { payday: '20.10.2026', salary: 1000, terms: termsOf({ tax }) };
  const terms = termsOf({ tax: { ...tax, paidBefore: 5000 } });
  expect(changedTerms(detailsOf({ previous, terms }))).toEqual([]);
});

test('a first salary has nothing to be compared with', () => {
  expect(changedTerms(detailsOf())).toEqual([]);
});
