import type { KeyboardEvent } from 'react';
import { NumberInput } from '@/components/NumberInput';
import type { NumberKind } from '@/lib/number';
import { useEditor, useLocked, useProblem } from '../editor';
import classes from './NumberField.module.css';

interface Props {
  label: string;
  kind: NumberKind;
  unit?: string;
  place: string;
  /** What the draft says here, be it a number or not. */
  value: string;
  /** The value follows from what is typed and need not be the same text. */
  derived?: boolean;
  onChange: (typed: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A number of the bill. Leaving it saves. */
export function NumberField({ place, ...props }: Props) {
  const { engine } = useEditor();
  const locked = useLocked();
  return (
    <NumberInput
      {...props}
      data-place={place}
      size="sm"
      disabled={locked}
      error={useProblem(place)}
      classNames={classes}
      onBlur={engine.save}
    />
  );
}
