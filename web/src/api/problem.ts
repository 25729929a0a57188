import type { components } from './schema';

type ServerProblem = components['schemas']['Problem'];

interface Problem extends Omit<ServerProblem, 'errorKey'> {
  /** A key of the server, or the one for no answer from it. */
  readonly errorKey: ServerProblem['errorKey'] | 'NETWORK_FAILURE';
}

/** Why a call failed, whatever the reason: the server said no, or no answer came at all. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The HTTP status, or undefined when no answer came. */
  readonly status: number | undefined;
  /** A key of the notification catalogue. */
  readonly errorKey: Problem['errorKey'];
  readonly fields: readonly Problem['fields'][number][];
  /** How long the server asks to wait before the next try. */
  readonly retryAfter_s: number | undefined;
  /** The whole answer: a few refusals carry more than the reason. */
  readonly body: unknown;

  constructor(
    problem: Problem,
    answer: { status?: number; retryAfter_s?: number | undefined; cause?: unknown } = {},
  ) {
    super(problem.message, { cause: answer.cause });
    this.errorKey = problem.errorKey;
    this.fields = problem.fields;
    this.status = answer.status;
    this.retryAfter_s = answer.retryAfter_s;
    this.body = problem;
  }
}

/** Whether a failure means that there is no session. Only the shell reports that. */
export function endedSession(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 401 || error.status === 403);
}

/** Whether the server, or the proxy before it, says that the service is away for a while. */
export function isOutage(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem(
    { errorKey: 'NETWORK_FAILURE', message: 'no answer from the server', fields: [] },
    { cause },
  );
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  return new ApiProblem(isProblem(body) ? body : withoutBody(response), {
    status: response.status,
    retryAfter_s: secondsOf(response.headers.get('retry-after')),
  });
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'errorKey' in body &&
    typeof body.errorKey === 'string' &&
    'fields' in body &&
    Array.isArray(body.fields)
  );
}

/** A proxy between us and the server answers in a shape of its own; the status must then do. */
function withoutBody({ status }: Response): Problem {
  return { errorKey: keyOf(status), message: `HTTP ${status}`, fields: [] };
}

function keyOf(status: number): Problem['errorKey'] {
  if (isOutage(status)) return 'SERVICE_UNAVAILABLE';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  return status === 413 ? 'RECEIPT_TOO_LARGE' : 'contactAdmin';
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
