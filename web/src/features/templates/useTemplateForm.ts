import { useRef, useState } from 'react';
import { ApiProblem } from '@/api/problem';
import { useSaveTemplate, type Template } from '@/api/templates';
import { textOf } from '@/lib/notify/text';
import {
  bodyFrom,
  fieldsOf,
  problemsOf,
  type TemplateFields,
  type TextField,
} from './templateFields';

/** The state of the form of a new or changed template. */
export function useTemplateForm(template: Template | undefined, onSaved: () => void) {
  const [fields, setFields] = useState(() => fieldsOf(template));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const id = useRef(template?.id ?? crypto.randomUUID());
  const { mutate, isPending } = useSaveTemplate();
  const problems = problemsOf(fields);

  const submit = () => {
    setTried(true);
    setFailure(undefined);
    if (Object.keys(problems).length > 0 || isPending) return;
    const body = bodyFrom(fields, template?.showInResult ?? true);
    mutate(
      { id: id.current, body },
      {
        onSuccess: onSaved,
        onError: (error) => {
          const problem = error instanceof ApiProblem ? error : undefined;
          // The server names a field of the row by its path, `row.alvPrice`.
          const faults = problem?.fields.map(({ field, key }) => [
            field.replace(/^row\./, ''),
            key,
          ]);
          setRefused(Object.fromEntries(faults ?? []));
          setFailure(problem?.errorKey ?? 'contactAdmin');
        },
      },
    );
  };

  return {
    fields,
    change: (changed: Partial<TemplateFields>) => {
      setFields((before) => ({ ...before, ...changed }));
      setRefused({});
    },
    errorOf: (field: TextField) => {
      const key = refused[field] ?? (tried ? problems[field] : undefined);
      return key === undefined ? undefined : textOf(key);
    },
    failure: failure === undefined ? undefined : textOf(failure),
    saving: isPending,
    submit,
  };
}

export type TemplateFormState = ReturnType<typeof useTemplateForm>;
