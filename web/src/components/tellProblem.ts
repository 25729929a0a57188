import { ApiProblem, endedSession } from '@/api/problem';
import { DURATION_MS, notify } from '@/lib/notify/notify';

/** Notifies why something failed. The shell alone tells that a session has ended. */
export function tellProblem(error: unknown) {
  tellProblemFor(DURATION_MS.long, error);
}

export function tellProblemFor(duration_ms: number, error: unknown) {
  if (endedSession(error)) return;
  const key = error instanceof ApiProblem ? error.errorKey : 'ERROR';
  notify('error', key, duration_ms);
}
