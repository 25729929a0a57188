import { ApiProblem } from '@/api/problem';
import type { BankVisit } from '@/api/registration';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

/** Why signing in failed, without text, so that it follows the language. */
export type LoginFailure =
  | { readonly kind: 'identification'; readonly visit: BankVisit | undefined }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'problem'; readonly key: string };

const LONGEST_WAIT_IN_SECONDS = 90;

export function failureOf(error: unknown): LoginFailure {
  if (!(error instanceof ApiProblem)) return { kind: 'problem', key: 'contactAdmin' };
  if (error.status === 429 && error.retryAfter_s !== undefined) {
    return { kind: 'wait', seconds: error.retryAfter_s };
  }
  return { kind: 'problem', key: error.errorKey };
}

export function failureText(failure: LoginFailure): { title: string; body: string } {
  switch (failure.kind) {
    case 'identification':
      return { title: m.login_identification_title(), body: m.login_identification_body() };
    case 'wait':
      return { title: m.login_failed_title(), body: waitText(failure.seconds) };
    case 'problem':
      return { title: m.login_failed_title(), body: textOf(failure.key) };
  }
}

function waitText(seconds: number): string {
  return seconds <= LONGEST_WAIT_IN_SECONDS
    ? m.notify_too_many_requests_seconds({ seconds })
    : m.notify_too_many_requests_minutes({ minutes: Math.ceil(seconds / 60) });
}
