import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '@/api/problem';
import { profileQuery, useSavePerson, type Profile, type ProfileChange } from '@/api/profile';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm, type FieldErrors } from '@/components/useForm';
import { notify } from '@/lib/notify/notify';
import { changed, clashing, isChanged } from '@/lib/changes';
import { useUnsaved } from './unsaved';

interface Rules<Fields> {
  readonly fieldsOf: (profile: Profile) => Fields;
  readonly problemsOf: (fields: Fields) => FieldErrors;
  /** What is sent, made of what was changed and of all that stands there. */
  readonly changeOf: (changes: Partial<Fields>, all: Fields) => ProfileChange;
}

/**
 * A part of the profile that is filled in and saved by itself. What was saved on another device in
 * the meantime is joined with what was typed here; only where both changed the same field is the
 * person asked, and nothing typed is lost by it.
 */
export function useProfileSection<Fields extends Readonly<Record<string, string>>>(
  profile: Profile,
  { fieldsOf, problemsOf, changeOf }: Rules<Fields>,
) {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useSavePerson();
  const [began, setBegan] = useState(() => fieldsOf(profile));
  const [clashes, setClashes] = useState<readonly (keyof Fields & string)[]>([]);
  const [saved, setSaved] = useState(false);
  const checked = useForm(began, problemsOf);
  const { fields, restart, refuse } = checked;
  const dirty = isChanged(began, fields);
  useUnsaved(dirty);

  /** From now on these are the saved texts; what was typed since `sent` stays. */
  const begin = (texts: Fields, sent: Fields) => {
    setBegan(texts);
    setClashes([]);
    restart((now) => ({ ...texts, ...changed(sent, now) }));
  };
  const newest = fieldsOf(profile);
  if (!dirty && isChanged(began, newest)) begin(newest, fields);

  const put = async (onto: Profile) => {
    const change = changeOf(changed(began, fields), fields);
    const answered = await mutateAsync({ ...change, version: onto.version });
    begin(fieldsOf(answered), fields);
    setSaved(true);
    notify('success', 'UPDATE_PERSON_SUCCESS');
  };
  const save = async (overwriting: boolean) => {
    if (isPending) return;
    const putOrAsk = async (onto: Profile) => {
      const both = overwriting ? [] : clashing(began, fields, fieldsOf(onto));
      setClashes(both);
      if (both.length === 0) await put(onto);
    };
    try {
      await putOrAsk(profile).catch(async (error: unknown) => {
        if (!isStale(error)) throw error;
        await putOrAsk(await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }));
      });
    } catch (error) {
      refuseOrNotify({ refuse })(error);
    }
  };

  return {
    ...checked,
    dirty,
    isPending,
    /** Saved, and nothing was changed since. */
    saved: saved && !dirty,
    /** The fields of which there are two versions now. */
    clashes,
    submit: checked.submit(() => {
      if (dirty) void save(false);
      else setSaved(true);
    }),
    saveOver: () => void save(true),
    /** Back to what is saved. */
    undo: () => begin(newest, fields),
  };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiProblem && error.errorKey === 'STALE_PERSON';
}

export type SectionState = Pick<
  ReturnType<typeof useProfileSection>,
  'dirty' | 'isPending' | 'saved' | 'undo'
>;
