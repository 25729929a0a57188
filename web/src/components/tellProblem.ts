import { ApiProblem, endedSession } from '@/api/problem';
import { DURATION_MS, notify } from '@/lib/notify/notify';
import { keyWith } from '@/lib/notify/text';

/** Notifies why something failed. The shell alone tells that a session has ended. */
export function tellProblem(error: unknown) {
  tellProblemFor(DURATION_MS.long, error);
}

export function tellProblemFor(duration_ms: number, error: unknown) {
  if (endedSession(error)) return;
  notify('error', error instanceof ApiProblem ? keyOfProblem(error) : 'ERROR', duration_ms);
}

/** The only fault of a request names its bounds; several are told by the one key for them. */
function keyOfProblem({ errorKey, fields }: ApiProblem): string {
  const [first] = fields;
  return first !== undefined && first.key === errorKey ? keyWith(first) : errorKey;
}
