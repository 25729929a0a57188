import { readStored, remove, store } from '@/lib/storage';
import { tabName } from '@/lib/tab';
import { withTripsApart } from './firstShape';
import type { Machine, Phase } from './machine';

const PREFIX = 'liksa-invoice';
/** Entries of a newer shape, left by a newer version of the app, are not read. */
const SHAPE = 2;

/** What a reload must bring back: the typed, and all that is needed to save or merge it. */
export interface Entry extends Pick<Machine, 'draft' | 'base' | 'key' | 'unanswered'> {
  readonly conflict: Extract<Phase, { kind: 'conflict' }> | null;
  /** When it was written down, for the person to recognise it by. */
  readonly at: string;
  /** Which opened editor wrote it. */
  readonly by?: string;
}

export interface Found {
  readonly name: string;
  readonly entry: Entry;
}

/** What is journaled: a bill by its id, or `new` for the one that is not made yet. */
export type Subject = string;

export function entryOf(machine: Machine, at: string, by = ''): Entry {
  const { draft, base, key, phase } = machine;
  // A reload cuts off the answer to what is being saved.
  const unanswered =
    phase.kind === 'saving' ? [...machine.unanswered, phase.sent] : machine.unanswered;
  const conflict = phase.kind === 'conflict' ? phase : null;
  return { draft, base, key, unanswered, conflict, at, by };
}

export function machineFrom(entry: Entry): Machine {
  const { draft, base, key, unanswered, conflict } = entry;
  return {
    draft,
    base,
    key,
    unanswered,
    phase: conflict ?? { kind: 'resting' },
    problems: {},
  };
}

const storage = () => localStorage;

function read(name: string): Found | undefined {
  const text = readStored(storage, name);
  if (text === null) return undefined;
  try {
    const { shape, entry } = JSON.parse(text) as { shape: number; entry: Entry };
    if (shape === SHAPE) return { name, entry };
    return shape === 1 ? { name, entry: fromFirstShape(entry) } : undefined;
  } catch {
    return undefined;
  }
}

function fromFirstShape(entry: Entry): Entry {
  const { draft, base, unanswered, conflict } = entry;
  return {
    ...entry,
    draft: withTripsApart(draft),
    base: base && { ...base, mine: withTripsApart(base.mine) },
    unanswered: unanswered.map(withTripsApart),
    conflict: conflict && { ...conflict, theirs: withTripsApart(conflict.theirs) },
  };
}

/**
 * Unsaved work of one person, stored on this device. Every tab writes under its own
 * name, so that two tabs with one bill do not overwrite each other.
 */
export function journalOf(personId: string) {
  const prefixOf = (subject: Subject) => `${PREFIX}:${personId}:${subject}:`;
  const ownName = (subject: Subject) => prefixOf(subject) + tabName();

  return {
    /** Returns whether the entry was stored. */
    write: (subject: Subject, entry: Entry): boolean =>
      store(storage, ownName(subject), JSON.stringify({ shape: SHAPE, entry })),
    clear: (subject: Subject) => remove(storage, ownName(subject)),
    own: (subject: Subject) => read(ownName(subject)),
    /** What other tabs, perhaps closed long ago, have left; the newest first. */
    others: (subject: Subject): Found[] =>
      names()
        .filter((name) => name.startsWith(prefixOf(subject)) && name !== ownName(subject))
        .flatMap((name) => read(name) ?? [])
        .toSorted((one, other) => (one.entry.at < other.entry.at ? 1 : -1)),
    discard: ({ name }: Found) => remove(storage, name),
  };
}

export type Journal = ReturnType<typeof journalOf>;

function names(): string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}
