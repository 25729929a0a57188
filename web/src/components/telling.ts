import { notifyText } from '@/lib/notify/notify';
import { tellProblem } from './tellProblem';

/** What a change tells when it is done, and why it is not. */
export function telling(done: string) {
  return { onSuccess: () => notifyText('success', done), onError: tellProblem };
}
