import { useState } from 'react';
import { useForm, type FieldErrors } from '@/components/useForm';

/** Fields that are one thing to the person who fills them in. */
export interface Part<Fields extends object> {
  readonly name: string;
  readonly label: () => string;
  readonly fields: readonly (keyof Fields)[];
  /** What they say together; two that say the same are equal. */
  readonly text: (fields: Fields) => string;
}

export type Side = 'mine' | 'theirs';

interface Versioned {
  readonly version: number;
}

/** What was typed and what was saved elsewhere, where both changed the same parts. */
interface Clash<Fields extends object> {
  readonly mine: Fields;
  readonly theirs: Fields;
  readonly parts: readonly Part<Fields>[];
  readonly chosen: Readonly<Record<string, Side>>;
}

interface Options<Item extends Versioned, Fields extends object> {
  /** What is edited; undefined while it is new. */
  readonly item: Item | undefined;
  readonly fieldsOf: (item: Item | undefined) => Fields;
  readonly parts: readonly Part<Fields>[];
  readonly check: (fields: Fields) => FieldErrors;
}

/**
 * A form over a share, a purchase or a late receipt that another tab may save meanwhile. Parts that were not touched
 * follow what is saved; of those that both changed the person chooses, and until then nothing is saved over the other.
 */
export function useSharedForm<Item extends Versioned, Fields extends object>({
  item,
  fieldsOf,
  parts,
  check,
}: Options<Item, Fields>) {
  const [seen, setSeen] = useState(() => ({ version: item?.version, fields: fieldsOf(item) }));
  const [clash, setClash] = useState<Clash<Fields>>();
  const unanswered = clash?.parts.some(({ name }) => clash.chosen[name] === undefined) ?? false;
  const form = useForm<Fields>(seen.fields, (fields) => ({
    ...check(fields),
    ...(unanswered && { clash: 'validation.required' }),
  }));
  if (item !== undefined && seen.version !== undefined && item.version !== seen.version) {
    const theirs = fieldsOf(item);
    const mine = form.fields;
    const wasTyped = (part: Part<Fields>) => part.text(mine) !== part.text(seen.fields);
    const differing = parts.filter(
      (part) =>
        wasTyped(part) &&
        part.text(theirs) !== part.text(seen.fields) &&
        part.text(theirs) !== part.text(mine),
    );
    setSeen({ version: item.version, fields: theirs });
    setClash(differing.length === 0 ? undefined : { mine, theirs, parts: differing, chosen: {} });
    form.change(
      partsOf(
        theirs,
        parts.filter((part) => !wasTyped(part)),
      ),
    );
  }
  const choose = (part: Part<Fields>, side: Side) => {
    if (clash === undefined) return;
    setClash({ ...clash, chosen: { ...clash.chosen, [part.name]: side } });
    if (side === 'theirs' || clash.chosen[part.name] === 'theirs') {
      form.change(partsOf(clash[side], [part]));
    }
  };
  return {
    form,
    /** The version on which what stands in the form was written. */
    version: seen.version,
    /** What stands in the form was saved as this, while the form stays open. `item` is the same from then on. */
    saved: (now: Item) => {
      setSeen({ version: now.version, fields: fieldsOf(now) });
      setClash(undefined);
    },
    clash: clash && { ...clash, choose, error: form.keyOf('clash') },
  };
}

function partsOf<Fields extends object>(
  fields: Fields,
  parts: readonly Part<Fields>[],
): Partial<Fields> {
  const names = parts.flatMap((part) => part.fields);
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
}
