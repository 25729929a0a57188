import { expect, test } from 'vitest';
import { exactUnits } from '@/lib/price';
import { shareOf } from '@/test/sharing';
import { bodyOf, fieldsOf, problemsOf, sumOf, type ShareFields } from './shareForm';

const ROWS = exactUnits(1000);
const LEFT = exactUnits(600);

const fields = (differences: Partial<ShareFields> = {}): ShareFields => ({
  ...fieldsOf(shareOf(), '16.11.2026'),
  ...differences,
});

test('a new share begins today, by sum, and asks for everything', () => {
  const empty = fieldsOf(undefined, '16.11.2026');
  expect(empty).toMatchObject({ date: '16.11.2026', by: 'amount', amount: '', description: '' });
  expect(problemsOf(empty, ROWS, LEFT)).toEqual({
    subcontractor: 'validation.required',
    amount: 'validation.required',
    description: 'validation.required',
  });
});

test('a share by per cent shows its sum of the rows, to the cent', () => {
  const third = fields({ by: 'percent', percent: '33,3333' });
  expect(sumOf(third, ROWS)).toBe(exactUnits('333.33'));
  expect(sumOf(third, exactUnits('0.05'))).toBe(exactUnits('0.02'));
  expect(sumOf(fields({ by: 'percent', percent: '12,5' }), ROWS)).toBe(exactUnits(125));
  expect(sumOf(fields({ by: 'percent', percent: 'x' }), ROWS)).toBeUndefined();
  const saved = fieldsOf(shareOf({ percent: 12.5, amount: 125 }), '16.11.2026');
  expect(saved).toMatchObject({ by: 'percent', percent: '12,5' });
});

test.each([
  [{ amount: '600,00' }, {}],
  [{ amount: '600,01' }, { amount: 'share.moreThanLeft' }],
  [{ amount: '0' }, { amount: 'share.aboveZero' }],
  [{ amount: '-5' }, { amount: 'share.aboveZero' }],
  [{ amount: '10,0050' }, { amount: 'share.notCents' }],
  [{ amount: '1.234' }, { amount: 'validation.invalidNumber' }],
  [{ by: 'percent', percent: '60' }, {}],
  [{ by: 'percent', percent: '61' }, { percent: 'share.moreThanLeft' }],
  [{ by: 'percent', percent: '0' }, { percent: 'share.percentRange' }],
  [{ by: 'percent', percent: '101' }, { percent: 'share.percentRange' }],
  [{ date: '31.02.2026' }, { date: 'validation.invalidDate' }],
  [{ date: '' }, { date: 'validation.required' }],
  [{ description: '  ' }, { description: 'validation.required' }],
] as const)('%j has the problems %j', (differences, problems) => {
  expect(problemsOf(fields(differences), ROWS, LEFT)).toEqual(problems);
});

test('only what was chosen of sum and per cent is sent', () => {
  const both = { amount: '1 250,50', percent: '20' };
  expect(bodyOf(fields({ ...both, description: ' Keikka ' }))).toEqual({
    subcontractor: {
      id: shareOf().subcontractor.id,
      email: shareOf().subcontractor.email,
    },
    amount: '1250.5',
    date: '16.11.2026',
    description: 'Keikka',
  });
  expect(bodyOf(fields({ ...both, by: 'percent' }))).toMatchObject({ percent: '20' });
  expect(bodyOf(fields({ ...both, by: 'percent' }))).not.toHaveProperty('amount');
});
