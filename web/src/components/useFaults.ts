import { useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '@/api/problem';
import { textOf } from '@/lib/notify/text';

/** The key of the catalogue that says what is wrong with each field, by its path. */
export type FieldKeys = Readonly<Record<string, string>>;

/**
 * What is wrong with the fields of the form, and when to say so: what is missing after trying to
 * save, what is written wrong when its field is left, what the server refuses until it is changed.
 */
export function useFaults(problems: FieldKeys) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldKeys>({});
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const tellAll = () => setAttempts((before) => before + 1);

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const keyOf = (path: string): string | undefined => {
    const problem = problems[path];
    const told = attempts > 0 || (left.has(path) && problem !== 'validation.required');
    return refused[path] ?? (told ? problem : undefined);
  };

  return {
    form,
    none: Object.keys(problems).length === 0,
    /** Tells every fault; the first field at fault takes the focus. */
    tellAll,
    /** The form begins anew, with nothing tried yet. */
    begin: () => {
      setLeft(new Set());
      setRefused({});
      setAttempts(0);
    },
    leave: (path: string) => setLeft((before) => new Set([...before, path])),
    refuse: (faults: ApiProblem['fields']) => {
      setRefused(Object.fromEntries(faults.map(({ field, key }) => [field, key])));
      tellAll();
    },
    /** These fields were changed, so what the server said of them no longer holds. */
    forget: (names: readonly string[]) =>
      setRefused((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([path]) => !names.some((name) => isPart(path, name))),
        ),
      ),
    errorOf: (path: string) => {
      const key = keyOf(path);
      return key === undefined ? undefined : textOf(key);
    },
    /** Whether a field among these, or in a list of them, is at fault. */
    hasErrorIn: (names: readonly string[]) =>
      [...Object.keys(problems), ...Object.keys(refused)].some(
        (path) => keyOf(path) !== undefined && names.some((name) => isPart(path, name)),
      ),
  };
}

/** `people[0].email` is part of `people`. */
function isPart(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}[`);
}
