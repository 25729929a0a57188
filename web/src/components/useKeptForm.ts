import { useState } from 'react';
import { useForm, type FieldErrors } from './useForm';
import { changed, isChanged } from '@/lib/changes';

/**
 * A form over data that someone else may change meanwhile. Fields that were not touched follow the
 * data; what was typed stays, and the user is told.
 */
export function useKeptForm<Fields extends Readonly<Record<string, string>>>(
  saved: Fields,
  check?: (fields: Fields) => FieldErrors,
) {
  const [seen, setSeen] = useState(saved);
  const [began, setBegan] = useState(saved);
  const [changedElsewhere, setChangedElsewhere] = useState(false);
  const form = useForm(saved, check);
  const { fields, restart } = form;
  const typed = changed(began, fields);

  const [accepted, setAccepted] = useState(false);
  if (accepted) {
    setAccepted(false);
    setBegan(fields);
    setChangedElsewhere(false);
  }
  if (isChanged(seen, saved)) {
    setSeen(saved);
    setBegan(saved);
    restart(() => ({ ...saved, ...typed }));
    const elsewhere = Object.entries(changed(seen, saved)).some(
      ([name, value]) => value !== fields[name],
    );
    if (elsewhere && Object.keys(typed).length > 0) setChangedElsewhere(true);
  }
  return {
    form,
    dirty: Object.keys(typed).length > 0,
    /** The names of typed fields, where something was changed elsewhere; empty otherwise. */
    kept: changedElsewhere ? Object.keys(typed) : [],
    /** Drops what was typed. */
    takeSaved: () => {
      setBegan(saved);
      setChangedElsewhere(false);
      restart(() => saved);
    },
    /** What stands in the form is saved now, but for what is to be typed anew. */
    accept: (empty: Partial<Fields> = {}) => {
      form.change(empty);
      setAccepted(true);
    },
  };
}
