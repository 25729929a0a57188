import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { groupedIban } from '@/lib/iban';

interface Props extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string;
  onChange: (iban: string) => void;
}

/** An account number that falls into groups of four while it is typed, the caret staying in place. */
export function IbanInput({ value, onChange, ...input }: Props) {
  const element = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    element.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <TextInput
      {...input}
      ref={element}
      value={value}
      onChange={({ currentTarget }) => {
        const { value: typed, selectionStart } = currentTarget;
        caret.current = groupedIban(typed.slice(0, selectionStart ?? typed.length)).length;
        onChange(groupedIban(typed));
      }}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={42}
    />
  );
}
