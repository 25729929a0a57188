import { describe, expect, test } from 'vitest';
import { cleanText, formOf, isUnreadable, searchOf } from './form';

const usual = formOf({});

describe('an address', () => {
  test('without parameters gives the usual form, and that form no parameters', () => {
    expect(usual).toMatchObject({ tab: 'normal', direction: 'invoice', price: '2000' });
    expect(searchOf(usual)).toEqual({});
  });

  test('comes back the same from the form it describes', () => {
    const search = {
      tab: 'hourly',
      hours: '7,5',
      hourlyRate: '1 000.50',
      alv: '13.5',
      taxPercent: '',
      workerType: 'WORKER',
      yelInsured: 'no',
      payday: '20.12.2026',
      professionCode: 'A71150',
    } as const;
    expect(searchOf(formOf(search))).toEqual(search);
  });

  test('may hold numbers that the router has read as such', () => {
    expect(formOf({ price: 3000, taxPercent: 18.5, age: 0 })).toMatchObject({
      price: '3000',
      taxPercent: '18.5',
      age: '0',
    });
  });

  test('keeps an empty field apart from an untouched one', () => {
    expect(formOf({ price: '' }).price).toBe('');
    expect(searchOf({ ...usual, price: '' })).toEqual({ price: '' });
  });

  test.each([
    { price: 'plenty' },
    { price: '<script>' },
    { price: ['1', '2'] },
    { price: { amount: 1 } },
    { price: null },
    { price: true },
    { price: '1'.repeat(21) },
    { price: Number.NaN },
    { tab: 'weekly' },
    { tab: 'toString' },
    { direction: '' },
    { workerType: 1 },
    { yelInsured: 'maybe' },
    { payday: 'today' },
    { professionCode: 'a b' },
    { unheardOf: 'x' },
  ])('with the bad value %j is read as usual', (raw) => {
    expect(formOf(raw)).toEqual(usual);
    expect(searchOf(formOf(raw))).toEqual({});
  });
});

test.each([
  ['price', '2 000,50 €', '2 000,50 €'],
  ['price', '1e5', '1e5'],
  ['hours', '-4', '-4'],
  ['payday', '20. 12. 2026', '20.12.2026'],
  ['professionCode', '71 150', '71150'],
] as const)('into %s, %j is taken as %j', (field, typed, cleaned) => {
  expect(cleanText(field, typed)).toBe(cleaned);
});

test.each(['10x5', '1e5', '1.234'])('%s is no price to ask, and no link carries it', (price) => {
  expect(isUnreadable({ ...usual, price })).toBe(true);
  expect(searchOf({ ...usual, price })).toEqual({});
  // A field that is not shown keeps nothing from being asked.
  expect(isUnreadable({ ...usual, salary: price })).toBe(false);
});
