import type { Bill } from '@/api/bills';
import { ApiProblem } from '@/api/problem';
import { draftOf, type Draft } from '../draft/draft';
import { saysTheSame } from '../draft/meaning';
import { clashId, merge, withTheirs, type Clash, type Common } from '../draft/merge';
import {
  NO_PROBLEMS,
  problemsByPlace,
  unreadable,
  withoutProblems,
  type Problems,
} from '../draft/problems';

/** What the server is known to have. */
interface Base {
  readonly bill: Bill;
  /** What the screen said when that was saved. The server may have rounded it since. */
  readonly mine: Draft;
}

export type Phase =
  /** Nothing is under way. There may be something to save after the next pause in typing. */
  | { readonly kind: 'resting' }
  | { readonly kind: 'saving'; readonly sent: Draft; readonly sending: boolean }
  /** The server refused, and said why. */
  | { readonly kind: 'failed'; readonly problem: ApiProblem }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signedOut' }
  /** Both sides changed the same fields; nothing is saved before the user has chosen. */
  | { readonly kind: 'conflict'; readonly theirs: Draft; readonly clashes: readonly Clash[] }
  /** The bill is no longer to be edited: it was sent, here or elsewhere, or it is deleted. */
  | { readonly kind: 'over'; readonly bill: Bill | null; readonly typed: Draft | null };

/**
 * Everything about keeping one bill: what is on the screen, what the server has, and what is going
 * on between the two. A value; each event makes a new one, and nothing typed is ever dropped.
 */
export interface Machine {
  readonly draft: Draft;
  /** Null until the bill is made. */
  readonly base: Base | null;
  /** Under this key the bill is made, however often that has to be tried. */
  readonly key: string;
  /** What was sent and never answered: the server may have stored any of it. */
  readonly unanswered: readonly Draft[];
  readonly phase: Phase;
  readonly problems: Problems;
}

const RESTING: Phase = { kind: 'resting' };

export function newMachine(draft: Draft, key: string): Machine {
  return {
    draft,
    base: null,
    key,
    unanswered: [],
    phase: RESTING,
    problems: NO_PROBLEMS,
  };
}

export function machineOf(bill: Bill, key: string): Machine {
  const draft = draftOf(bill);
  return { ...newMachine(draft, key), base: { bill, mine: draft } };
}

/** Why the draft is not saved yet, whatever the server would say. */
export type Missing = 'customer' | 'date' | 'readable';

export function missingFor(draft: Draft): Missing | undefined {
  if (draft.customer === null) return 'customer';
  if (draft.billingdate.trim() === '') return 'date';
  return Object.keys(unreadable(draft)).length > 0 ? 'readable' : undefined;
}

/** Whether the server may have anything else than the screen: what it answered with, or what was never answered. */
export function isUnsaved({ draft, base, unanswered }: Machine): boolean {
  return base === null || [base.mine, ...unanswered].some((one) => !saysTheSame(draft, one));
}

/** What a check of the saved bill found, in place of what was found before. */
export function checked(machine: Machine, problems: Problems): Machine {
  return { ...machine, problems };
}

/** Whether the bill is only to be looked at. */
export function isLocked({ base, phase }: Machine): boolean {
  return phase.kind === 'over' || (base !== null && !base.bill.editable);
}

/** A change by the person. What was found wrong at the places it touches is no longer true. */
export function edited(
  machine: Machine,
  change: (draft: Draft) => Draft,
  places: readonly string[],
): Machine {
  const draft = change(machine.draft);
  if (draft === machine.draft) return machine;
  return { ...machine, draft, problems: withoutProblems(machine.problems, places) };
}

const WAITING: ReadonlySet<Phase['kind']> = new Set(['resting', 'failed', 'offline', 'signedOut']);

function maySave(machine: Machine): boolean {
  return (
    WAITING.has(machine.phase.kind) && !isLocked(machine) && missingFor(machine.draft) === undefined
  );
}

/** Time to save, if there is something to save and nothing in the way. */
export function saving(machine: Machine): Machine {
  if (!maySave(machine)) return machine;
  if (!isUnsaved(machine)) {
    return machine.phase.kind === 'resting' ? machine : { ...machine, phase: RESTING };
  }
  return { ...machine, phase: { kind: 'saving', sent: machine.draft, sending: false } };
}

/** The same for sending for approval, which saves too and so needs nothing to be unsaved. */
export function sending(machine: Machine): Machine {
  if (!maySave(machine) || machine.base === null) return machine;
  return { ...machine, phase: { kind: 'saving', sent: machine.draft, sending: true } };
}

/** The server has the bill. `made` is false when the key had made it at an earlier try. */
export function saved(machine: Machine, bill: Bill, made: boolean): Machine {
  if (machine.phase.kind !== 'saving') return machine;
  const { sent, sending: wasSending } = machine.phase;
  if (!bill.editable) return ended(machine, bill, wasSending ? sent : machine.draft);
  if (!made) return withServerVersion(machine, bill);
  return {
    ...machine,
    base: { bill, mine: sent },
    unanswered: [],
    phase: RESTING,
  };
}

function ended(machine: Machine, bill: Bill | null, known: Draft | null): Machine {
  const same = known !== null && saysTheSame(machine.draft, known);
  const typed = same ? null : machine.draft;
  return {
    ...machine,
    base: bill === null ? machine.base : { bill, mine: draftOf(bill) },
    draft: bill === null ? machine.draft : draftOf(bill),
    unanswered: [],
    phase: { kind: 'over', bill, typed },
    problems: NO_PROBLEMS,
  };
}

/** What both sides have in common where the server holds a bill that we did not expect. */
function commonWith({ base, unanswered, draft }: Machine, theirs: Draft): Common {
  // Perhaps it is our own: sent, stored, and the answer lost on the way.
  const own = unanswered.findLast((sent) => saysTheSame(sent, theirs));
  if (own !== undefined) return { mine: own, server: theirs };
  if (base !== null) return { mine: base.mine, server: draftOf(base.bill) };
  const first = unanswered[0] ?? draft;
  return { mine: first, server: first };
}

/** A choice that is still open is not settled by yet another version. */
function openQuestions({ phase }: Machine, found: readonly Clash[]): Clash[] {
  if (phase.kind !== 'conflict') return [];
  const asked = new Set(found.map(clashId));
  return phase.clashes.filter((clash) => !asked.has(clashId(clash)));
}

/** The server holds another version: takes over what only the other side changed. */
export function withServerVersion(machine: Machine, bill: Bill): Machine {
  if (!bill.editable) {
    const theirs = draftOf(bill);
    // With nothing typed here, or all of it in what was sent, there is nothing to keep.
    const untouched = machine.base !== null && saysTheSame(machine.draft, machine.base.mine);
    return ended(machine, bill, untouched ? machine.draft : theirs);
  }
  const theirs = draftOf(bill);
  const common = commonWith(machine, theirs);
  const { draft, clashes: found } = merge(common, machine.draft, theirs);
  const clashes = [...found, ...openQuestions(machine, found)];
  return {
    ...machine,
    draft,
    base: { bill, mine: theirs },
    unanswered: [],
    phase: clashes.length === 0 ? RESTING : { kind: 'conflict', theirs, clashes },
  };
}

/** Takes the server's value for the named clashes, and the typed one for the others. */
export function resolved(machine: Machine, theirsFor: ReadonlySet<string>): Machine {
  if (machine.phase.kind !== 'conflict') return machine;
  const { clashes, theirs } = machine.phase;
  const draft = clashes
    .filter((clash) => theirsFor.has(clashId(clash)))
    .reduce((chosen, clash) => withTheirs(chosen, theirs, clash), machine.draft);
  return { ...machine, draft, phase: RESTING };
}

/** No answer, or one that says no. `bill` is the current one where the refusal carries it. */
export function refused(machine: Machine, problem: ApiProblem, bill: Bill | undefined): Machine {
  if (machine.phase.kind !== 'saving') return machine;
  const { sent } = machine.phase;
  const { status } = problem;
  if (bill !== undefined) return withServerVersion(machine, bill);
  if (status === 404 && machine.base !== null) return ended(machine, null, null);
  if (status === 401 || status === 403) return { ...machine, phase: { kind: 'signedOut' } };
  // Where nothing came back, or a fault of the server, the bill may have been stored all the same.
  const unanswered =
    status === undefined || status >= 500 ? [...machine.unanswered, sent] : machine.unanswered;
  if (status === undefined) return { ...machine, unanswered, phase: { kind: 'offline' } };
  return {
    ...machine,
    unanswered,
    phase: { kind: 'failed', problem },
    problems:
      status === 422 && problem.fields.length > 0
        ? problemsByPlace(problem.fields, sent)
        : machine.problems,
  };
}
