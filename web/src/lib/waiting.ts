/** Within this many working days what waits should be handled. */
export const GOAL_DAYS = 2;

/** Monday to Friday; holidays are not known here. */
function isWorkingDay(day: Date): boolean {
  return day.getDay() !== 0 && day.getDay() !== 6;
}

/** Whether something that came at an instant should have been handled by now. */
export function isPastGoal(since: string, now: number): boolean {
  const due = new Date(since);
  for (let left = GOAL_DAYS; left > 0;) {
    due.setDate(due.getDate() + 1);
    if (isWorkingDay(due)) left -= 1;
  }
  return now > due.getTime();
}
