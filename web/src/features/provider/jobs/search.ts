import type { JobState } from '@/api/jobs';
import { choice, searchReader } from '@/lib/search';

/** The states of jobs, with those that need attention first. */
export const JOB_STATES = ['FAILED', 'QUEUED', 'RUNNING', 'DONE'] as const satisfies JobState[];

export const readJobSearch = searchReader({ state: choice(JOB_STATES) });
