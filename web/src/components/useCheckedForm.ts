import { useState, type FormEvent } from 'react';
import { ApiProblem } from '@/api/problem';
import { tellProblem } from './tellProblem';
import { useFaults, type FieldKeys } from './useFaults';

/**
 * A form of texts that is judged while it is filled in, and by the server when it is sent. What the
 * server refuses stands at its field until that is changed.
 */
export function useCheckedForm<Fields extends Readonly<Record<string, string>>>(
  initial: Fields,
  problemsOf: (fields: Fields) => FieldKeys,
) {
  const [fields, setFields] = useState(initial);
  const faults = useFaults(problemsOf(fields));
  const change = (name: keyof Fields & string, value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    faults.forget([name]);
  };
  return {
    fields,
    change,
    form: faults.form,
    /** What an input of the field needs. */
    input: (name: keyof Fields & string) => ({
      name,
      value: fields[name],
      error: faults.errorOf(name),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        change(name, currentTarget.value),
      onBlur: () => faults.leave(name),
    }),
    /** Sends the form when nothing is wrong with it; else the first field at fault takes the focus. */
    submit: (send: () => void) => (event: FormEvent) => {
      event.preventDefault();
      if (faults.none) send();
      else faults.tellAll();
    },
    /** Shows the faults that the server found at their fields, and any other reason in a toast. */
    refuse: (error: unknown) => {
      const refused = error instanceof ApiProblem ? error.fields : [];
      if (refused.length === 0) tellProblem(error);
      else faults.refuse(refused);
    },
    /** Begins anew with other texts, made of what stands there now. */
    restart: (next: (now: Fields) => Fields) => {
      setFields(next);
      faults.begin();
    },
  };
}
