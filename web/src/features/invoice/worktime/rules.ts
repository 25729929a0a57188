import {
  isWithoutWorkTime,
  WORK_TIME_FIELDS,
  workMinutes,
  type DraftWorkTime,
  type WorkTimeField,
} from '../draft/workTime';

/** What is wrong with the work time, by its field, as keys of the catalogue. */
export function workTimeRules(work: DraftWorkTime): Partial<Record<WorkTimeField, string>> {
  if (isWithoutWorkTime(work)) return {};
  const missing = WORK_TIME_FIELDS.filter((field) => work[field].trim() === '');
  const backwards = (workMinutes(work) ?? 0) < 0;
  return Object.fromEntries([
    ...missing.map((field) => [field, 'validation.required']),
    ...(backwards ? [['workShiftEnded', 'RETURN_BEFORE_DEPARTURE']] : []),
  ]);
}
