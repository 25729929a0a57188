import { describe, expect, test } from 'vitest';
import { figures } from '@/test/summaries';
import { asksForOneself, formOf } from './form';
import { hourlyQuestionOf, ownQuestionOf, questionOf, shownField, vatChoices } from './question';

const ask = (raw: Record<string, unknown>) => questionOf(formOf(raw), figures);

describe('the question', () => {
  test('of the usual form', () => {
    expect(ask({})).toEqual({
      price: '2000',
      alv: '25.5',
      taxPercent: '0.2',
      age: '35',
      kilometers: '',
      fulldaycompensation: '',
      partialdaycompensation: '',
      lunchcompensation: '',
      payday: '',
      workerType: 'ENTREPRENEUR',
      yelInsured: true,
      payYelThroughService: false,
      professionCode: '',
      servicePercent: '',
    });
  });

  test.each([
    ['19,5', '0.195'],
    ['0', '0'],
    ['7', '0.07'],
    ['', ''],
  ])('takes %j per cent of tax as %j, by moving the point', (typed, sent) => {
    expect(ask({ taxPercent: typed }).taxPercent).toBe(sent);
    expect(ask({ servicePercent: typed }).servicePercent).toBe(sent);
  });

  test('asks for one amount alone', () => {
    const amounts = (raw: Record<string, unknown>) => {
      const { price, hours, hourlyRate, salary } = ask(raw);
      return { price, hours, hourlyRate, salary };
    };
    expect(amounts({ tab: 'hourly' })).toEqual({ hours: '40', hourlyRate: '50' });
    expect(amounts({ direction: 'inHand' })).toEqual({ salary: '1500' });
    expect(amounts({ direction: 'inHand', tab: 'hourly' })).toEqual({ salary: '1500' });
  });

  test('pays no YEL for those who are not insured', () => {
    expect(ask({ payYelThroughService: 'yes' }).payYelThroughService).toBe(true);
    expect(ask({ payYelThroughService: 'yes', yelInsured: 'no' }).payYelThroughService).toBe(false);
  });
});

describe('a worker who asks for themselves', () => {
  test('leaves all that the server knows to the server', () => {
    expect(ownQuestionOf(formOf({ price: '1000' }), figures)).toEqual({
      price: '1000',
      alv: '25.5',
      kilometers: '',
      fulldaycompensation: '',
      partialdaycompensation: '',
      lunchcompensation: '',
      payday: '',
      own: true,
    });
  });

  test('does so unless they choose not to, or a link describes somebody', () => {
    expect(asksForOneself(formOf({ price: '1000', kilometers: '10' }))).toBe(true);
    expect(asksForOneself(formOf({ own: 'no' }))).toBe(false);
    expect(asksForOneself(formOf({ taxPercent: '30' }))).toBe(false);
    expect(asksForOneself(formOf({ workerType: 'WORKER' }))).toBe(false);
  });
});

describe('a price by the hour', () => {
  const question = ask({ direction: 'inHand' });

  test('is rounded up, and asked instead of the salary', () => {
    const asked = hourlyQuestionOf(question, '40', 2064.51);
    expect(asked).toMatchObject({ hours: '40', hourlyRate: '51.62', taxPercent: '0.2' });
    expect(asked.salary).toBeUndefined();
    expect(hourlyQuestionOf(question, '7,5', 2064.51).hourlyRate).toBe('275.27');
  });

  test.each(['', '0', '-3'])('of %j hours is left to the server to refuse', (hours) => {
    expect(hourlyQuestionOf(question, hours, 100)).toMatchObject({ hours, hourlyRate: '0' });
  });
});

test('the choices of VAT are those of today, and the one a link asks for', () => {
  const today = ['25.5', '13.5', '10', '0'];
  expect(vatChoices(formOf({}), figures)).toEqual(today);
  expect(vatChoices(formOf({ alv: '13.5' }), figures)).toEqual(today);
  expect(vatChoices(formOf({ alv: '24' }), figures)).toEqual([...today, '24']);
});

test('a problem is shown at a field that is there', () => {
  expect(shownField(formOf({}), 'age')).toBe('age');
  expect(shownField(formOf({}), 'price')).toBe('price');
  expect(shownField(formOf({ tab: 'hourly' }), 'price')).toBe('hourlyRate');
  expect(shownField(formOf({ tab: 'hourly', direction: 'inHand' }), 'price')).toBe('salary');
  expect(shownField(formOf({}), 'somethingNew')).toBeUndefined();
});
