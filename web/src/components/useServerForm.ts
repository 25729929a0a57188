import { useState } from 'react';
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
 * A form whose fields the server judges: what it refuses stands at the field until that is changed.
 * What concerns no field is told in a toast.
 */
export function useServerForm<Fields extends Readonly<Record<string, string>>>(initial: Fields) {
  const [fields, setFields] = useState(initial);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const change = (name: keyof Fields & string, value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    setRefused((before) => {
      const { [name]: _, ...others } = before;
      return others;
    });
  };
  function submit<Body>(saving: Saving<Body>, body: Body, onSaved: () => void = () => undefined) {
    if (saving.isPending) return;
    saving.mutate(body, {
      onSuccess: () => {
        setRefused({});
        notifyText('success', m.providerpeople_saved());
        onSaved();
      },
      onError: (error) => {
        const faults = error instanceof ApiProblem ? error.fields : [];
        setRefused(Object.fromEntries(faults.map(({ field, key }) => [field, key])));
        if (faults.length === 0) tellProblem(error);
      },
    });
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
    submit,
  };
}
