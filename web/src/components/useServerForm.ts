import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { ApiProblem } from '@/api/problem';
import { textOf } from '@/lib/notify/text';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { tellProblem } from './tellProblem';

interface Saving<Body> {
  readonly mutate: (
    body: Body,
    options: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void;
  readonly isPending: boolean;
}

/**
 * A form whose fields the server judges: what it refuses stands at the field until that is changed,
 * and the first such field takes the focus. What concerns no field is told in a toast.
 */
export function useServerForm<Fields extends Readonly<Record<string, string>>>(initial: Fields) {
  const [fields, setFields] = useState(initial);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const change = (name: keyof Fields & string, value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    setRefused((before) => {
      const { [name]: _, ...others } = before;
      return others;
    });
  };
  const refuse = (error: Error) => {
    const faults = error instanceof ApiProblem ? error.fields : [];
    const placed = faults.map(({ field, key }) => [holderOf(field, Object.keys(fields)), key]);
    if (placed.length === 0 || placed.some(([name]) => name === undefined)) tellProblem(error);
    setRefused(Object.fromEntries(placed.filter(([name]) => name !== undefined)));
    setRefusals((before) => before + 1);
  };
  /** What the form itself needs, to send `body`. */
  function sending<Body>(saving: Saving<Body>, body: Body, onSaved?: () => void) {
    const onSuccess = () => {
      setRefused({});
      notifyText('success', m.providerpeople_saved());
      onSaved?.();
    };
    const onSubmit = (event: SyntheticEvent) => {
      event.preventDefault();
      if (!saving.isPending) saving.mutate(body, { onSuccess, onError: refuse });
    };
    return { ref: form, onSubmit };
  }
  return {
    fields,
    change,
    /** What an input of the field needs. */
    input: (name: keyof Fields & string) => ({
      name,
      value: fields[name],
      error: refused[name] === undefined ? undefined : textOf(refused[name]),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        change(name, currentTarget.value),
    }),
    sending,
  };
}

/** The field that shows what the server calls `path`: that field, or the one that holds it. */
function holderOf(path: string, names: readonly string[]): string | undefined {
  return names.find((name) => path === name || path.startsWith(`${name}.`));
}
