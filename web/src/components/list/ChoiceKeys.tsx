import { m } from '@/paraglide/messages';
import { KeyHelp } from '../shortcuts/KeyHelp';
import { useKeys } from '../shortcuts/keys';

interface Props {
  /** The items of the list, in its order. */
  ids: readonly string[];
  chosen: string | undefined;
  choose: (id: string) => void;
}

/** J and K choose the next and the previous item of a list that stands beside the chosen one. */
export function ChoiceKeys({ ids, chosen, choose }: Props) {
  const step = (by: number) => {
    const next = ids[ids.findIndex((id) => id === chosen) + by];
    if (next !== undefined) choose(next);
  };
  const keys = [
    { key: 'j', name: m.provider_key_next(), run: () => step(1) },
    { key: 'k', name: m.provider_key_previous(), run: () => step(-1) },
  ];
  useKeys(keys);
  return <KeyHelp keys={keys} />;
}
