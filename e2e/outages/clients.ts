import { kinds, type Answer, type Kind } from './load.ts';

/** What an answer that is no success may be, and how long a client waits for it at most. 0 is a connection cut off. */
interface Fault {
  statuses: number[];
  seconds: number;
}

/** What clients may see of an event. A kind that is not named must not fail. */
export type Allowed = Partial<Record<Kind, Fault>>;

export const nothing: Allowed = {};

export const all = (statuses: number[], seconds: number): Allowed =>
  Object.fromEntries(kinds.map((kind) => [kind, { statuses, seconds }]));

export const files = (statuses: number[], seconds: number): Allowed => ({
  upload: { statuses, seconds },
  download: { statuses, seconds },
});

/** How long a client waits at most for what it asked for. */
const LONGEST = 10;

const isFault = ({ status }: Answer) => status < 200 || status >= 300;

const nameOf = ({ kind, status, missing }: Answer) =>
  `${kind} ${status === 0 ? 'cut off' : status} ${missing}`.trimEnd();

/** Answers by kind and status: how many, and how long the last of them took. */
function counted(answers: Answer[]): string {
  const parts = [...Map.groupBy(answers, nameOf)].map(([name, those]) => {
    const longest = Math.max(...those.map(({ seconds }) => seconds));
    return `${those.length} × ${name} (${longest.toFixed(1)} s at most)`;
  });
  return parts.join(', ');
}

/** What clients saw that was no success: how often, and how long they waited at most. */
export function told(answers: Answer[]): string {
  const faults = answers.filter(isFault);
  if (faults.length === 0) return `${answers.length} answered, none failed`;
  return `${answers.length} answered, of them ${counted(faults)}`;
}

/** What clients saw that they must not; empty if there is no such thing. */
export function notAllowed(answers: Answer[], allowed: Allowed): string {
  const wrong = answers.filter((answer) => {
    if (!isFault(answer)) return answer.seconds > LONGEST;
    const fault = allowed[answer.kind];
    return (
      fault === undefined ||
      !fault.statuses.includes(answer.status) ||
      answer.missing !== '' ||
      answer.seconds > fault.seconds
    );
  });
  return counted(wrong);
}
