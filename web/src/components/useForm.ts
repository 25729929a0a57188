import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { ApiProblem } from '@/api/problem';
import { keyWith, textOf } from '@/lib/notify/text';

/** The error key of each invalid field, by the path of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

type TextName<Fields> = keyof {
  [Name in keyof Fields as Fields[Name] extends string ? Name : never]: true;
} &
  string;

const noErrors = (): FieldErrors => ({});

/**
 * The state of a form. Errors are shown when they help: a missing value after trying to send, a wrong
 * one when its field is left, and what the server refuses until the field is changed. Without `check`
 * the server alone checks the fields.
 */
export function useForm<Fields extends object>(
  initial: Fields | (() => Fields),
  check: (fields: Fields) => FieldErrors = noErrors,
) {
  const [fields, setFields] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const problems = check(fields);
  const names = Object.keys(fields);

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const keyOf = (path: string): string | undefined => {
    const problem = problems[path];
    const shown = attempts > 0 || (left.has(path) && problem !== 'validation.required');
    const refusal = Object.entries(refused).find(([one]) => one === path || isIn(one, path, '.'));
    return refusal?.[1] ?? (shown ? problem : undefined);
  };
  const errorOf = (path: string) => optionalText(keyOf(path));
  const change = (changes: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...changes }));
    const changed = Object.keys(changes);
    setRefused((before) => without(before, changed));
  };
  const leave = (path: string) => setLeft((before) => new Set([...before, path]));

  return {
    fields,
    change,
    leave,
    /** The error key to show at a field, for texts of its own. */
    keyOf,
    errorOf,
    /** Whether an error is shown at one of these fields, or inside it. */
    hasErrorIn: (some: readonly string[]) =>
      [...Object.keys(problems), ...Object.keys(refused)].some(
        (path) => keyOf(path) !== undefined && some.some((name) => belongsTo(path, name)),
      ),
    /** For the form element: the first invalid field gets the focus. */
    form,
    /** Props of a text input. */
    input: (name: TextName<Fields>) => ({
      name,
      value: fields[name] as string,
      error: errorOf(name),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        change({ [name]: currentTarget.value } as unknown as Partial<Fields>),
      onBlur: () => leave(name),
    }),
    /** Handler for submitting: sends when the fields are valid, otherwise shows all errors. */
    submit: (send: () => void) => (event: SyntheticEvent) => {
      event.preventDefault();
      // A dialog's form may be rendered inside another form.
      event.stopPropagation();
      if (Object.keys(problems).length === 0) send();
      else setAttempts((before) => before + 1);
    },
    /** Shows what the server refused at the fields. False: some of it belongs to no field. */
    refuse: (error: unknown, pathOf: (path: string) => string = (path) => path): boolean => {
      const faults = error instanceof ApiProblem ? error.fields : [];
      const entries = faults.map((fault) => [pathOf(fault.field), keyWith(fault)] as const);
      const placed = entries.filter(([path]) => names.some((name) => belongsTo(path, name)));
      setRefused(Object.fromEntries(placed));
      if (placed.length > 0) setAttempts((before) => before + 1);
      return placed.length > 0 && placed.length === entries.length;
    },
    /** Starts again with no errors shown, and with other values where they are given. */
    restart: (next?: (now: Fields) => Fields) => {
      if (next !== undefined) setFields(next);
      setLeft(new Set());
      setRefused({});
      setAttempts(0);
    },
  };
}

export type Form<Fields extends object> = ReturnType<typeof useForm<Fields>>;

function optionalText(key: string | undefined): string | undefined {
  return key === undefined ? undefined : textOf(key);
}

function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => !names.some((name) => belongsTo(path, name))),
  );
}

/** `people[0].email` and `address.city` belong to the fields `people` and `address`. */
function belongsTo(path: string, name: string): boolean {
  return path === name || isIn(path, name, '[') || isIn(path, name, '.');
}

function isIn(path: string, name: string, separator: '[' | '.'): boolean {
  return path.startsWith(`${name}${separator}`);
}
