import { expect, test } from 'vitest';
import {
  beginningOfWork,
  hoursWorked,
  NO_WORK_TIME,
  withStartDay,
  type DraftWorkTime,
} from '../draft/workTime';
import { workTimeRules } from './rules';
import { workTimeText } from './workTimeText';

const day: DraftWorkTime = { ...beginningOfWork('16.11.2026'), workShiftEndedTime: '16:20' };

test('work begins at nine on the day of its row; when it ended is never guessed', () => {
  expect(beginningOfWork('16.11.2026')).toEqual({
    workShiftStarted: '16.11.2026',
    workShiftStartedTime: '09:00',
    workShiftEnded: '16.11.2026',
    workShiftEndedTime: '',
  });
});

test('nothing or all four fields', () => {
  expect(workTimeRules(NO_WORK_TIME)).toEqual({});
  expect(workTimeRules(day)).toEqual({});
  expect(workTimeRules({ ...NO_WORK_TIME, workShiftEndedTime: '16:20' })).toEqual({
    workShiftStarted: 'validation.required',
    workShiftStartedTime: 'validation.required',
    workShiftEnded: 'validation.required',
  });
});

test('the end comes after the start', () => {
  const backwards = { ...day, workShiftEndedTime: '08:59' };
  expect(workTimeRules(backwards)).toEqual({ workShiftEnded: 'RETURN_BEFORE_DEPARTURE' });
  expect(hoursWorked(backwards)).toBeUndefined();
});

test('hours are told to two decimals', () => {
  expect(hoursWorked(day)).toBe('7.33');
  expect(workTimeText(day)).toBe('16.11.2026 09:00 – 16:20, 7,33\u00A0h');
  const night = { ...day, workShiftEnded: '17.11.2026', workShiftEndedTime: '02:00' };
  expect(workTimeText(night)).toBe('16.11.2026 09:00 – 17.11.2026 02:00, 17\u00A0h');
});

test('work that began on another day ended as many days after it', () => {
  const night = { ...day, workShiftEnded: '17.11.2026' };
  expect(withStartDay(night, '20.11.2026').workShiftEnded).toBe('21.11.2026');
  expect(withStartDay(night, '20.11').workShiftEnded).toBe('17.11.2026');
});
