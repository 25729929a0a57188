import type { ComponentProps } from 'react';
import { m } from '@/paraglide/messages';
import { KeyHelp } from './KeyHelp';
import { useWalkKeys } from './walk';

interface Props {
  /** What Enter does on a row; opens it, when nothing else is said. */
  enter?: string;
  /** The rows have boxes. */
  choosing?: boolean;
  /** Keys of the page beside those of its list. */
  more?: ComponentProps<typeof KeyHelp>['keys'];
}

/** The keys of a page whose tables or cards are worked through by keyboard. */
export function ListKeys({ enter = m.provider_key_row(), choosing = false, more }: Props) {
  useWalkKeys(choosing);
  return (
    <KeyHelp
      keys={[
        { key: 'j', name: m.providerbills_key_down() },
        { key: 'k', name: m.providerbills_key_up() },
        { key: 'enter', name: enter },
        ...(choosing ? [{ key: 'x', name: m.provider_key_choose() }] : []),
        ...(more ?? []),
      ]}
    />
  );
}
