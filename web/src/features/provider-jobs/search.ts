import type { JobState } from '@/api/providerUpkeep';

/** What somebody must see comes first. */
export const JOB_STATES: readonly JobState[] = ['FAILED', 'QUEUED', 'RUNNING', 'DONE'];

export function readJobSearch({ state }: Record<string, unknown>): { state?: JobState } {
  const known = JOB_STATES.find((one) => one === state);
  return known === undefined || known === 'FAILED' ? {} : { state: known };
}
