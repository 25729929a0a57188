import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

export type Job = Schemas['Job'];
export type JobState = Job['state'];
export type JobKind = Schemas['JobKind'];

const JOBS_KEY = ['provider-jobs'] as const;
const POLL_MS = 10_000;

/** Background jobs of one state, the newest first. The list is fetched again while it is open. */
export function jobs(state: JobState) {
  return cursorList(
    [...JOBS_KEY, state],
    (cursor, signal) =>
      answer(api.GET('/api/provider/jobs', { params: { query: { state, ...cursor } }, signal })),
    (page) => page.jobs,
    { poll: () => POLL_MS },
  );
}

export function useJobs(state: JobState): Listing<Job> {
  return useCursorList(jobs(state));
}

/** Runs a failed job again. */
export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: string) =>
      api.POST('/api/provider/jobs/{jobId}/retry', { params: { path: { jobId } } }),
    // Nothing waits for it: with the new list the button is gone that tells a failure.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: JOBS_KEY }),
  });
}
