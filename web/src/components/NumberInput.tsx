import { Button, Group, TextInput, VisuallyHidden, type TextInputProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatCount } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { readNumber, writeNumber, type Choices, type NumberKind } from '@/lib/number';
import { m } from '@/paraglide/messages';
import type { Form } from './useForm';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  kind: NumberKind;
  /** Unit of the number: shown after it, and part of the accessible name. */
  unit?: string | undefined;
  /** As it was typed, or as `typedUnits` writes it. */
  value: string;
  /** A price that is mostly of whole euros: shown without cents where there are none. */
  whole?: boolean | undefined;
  /** The value follows from what is typed and need not be the same text. */
  derived?: boolean | undefined;
  onChange: (typed: string) => void;
  onBlur?: (() => void) | undefined;
}

/** The text as it is shown to those who are not typing it. */
function tidy(text: string, kind: NumberKind, whole: boolean): string {
  const reading = readNumber(text, kind);
  return reading.kind === 'number' ? writeNumber(reading.value, whole ? 'amount' : kind) : text;
}

function questionOf([thousands, decimal]: Choices): string {
  return m.shared_number_question({
    thousands: formatCount(thousands),
    decimal: formatCount(decimal),
  });
}

/**
 * A field for a number. What is typed stays as it is until the field is left, and is then shown in the
 * usual form. What has two meanings is asked; what is no number stays, with an error.
 */
export function NumberInput(props: Props) {
  const { kind, unit, value, derived = false, whole = false, onChange, onBlur, ...rest } = props;
  const { label, error, description, ...others } = rest;
  const [typed, setTyped] = useState<string>();
  const [wasRounded, setRounded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Another value than the typed one came from elsewhere, such as another tab.
  if (typed !== undefined && !derived && typed !== value) setTyped(undefined);
  const reading = readNumber(typed ?? value, kind);
  const left = typed === undefined;
  const choices = left && reading.kind === 'ambiguous' ? reading.choices : undefined;
  const question = choices && questionOf(choices);
  const unreadable = left && reading.kind === 'unreadable';
  const rounded = left && (wasRounded || (reading.kind === 'number' && reading.rounded));

  const leave = () => {
    setRounded(reading.kind === 'number' && reading.rounded);
    setTyped(undefined);
    onBlur?.();
  };
  const choose = (choice: `${number}`) => {
    onChange(writeNumber(choice, kind));
    input.current?.focus();
  };
  return (
    <div>
      <TextInput
        {...others}
        ref={input}
        label={
          label !== undefined && (
            <>
              {label}
              {unit !== undefined && <VisuallyHidden>{` (${unit})`}</VisuallyHidden>}
            </>
          )
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={rounded ? m.shared_number_rounded() : description}
        error={question ?? (unreadable ? textOf('validation.invalidNumber') : error)}
        value={typed ?? tidy(value, kind, whole)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setRounded(false);
          onChange(currentTarget.value);
        }}
        onBlur={leave}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        {...(unit !== undefined && {
          rightSection: <span aria-hidden="true">{unit}</span>,
          rightSectionPointerEvents: 'none',
        })}
      />
      {choices !== undefined && (
        <Group gap={6} mt={4} role="group" aria-label={question}>
          {choices.map((choice) => (
            <Button key={choice} size="compact-sm" variant="default" onClick={() => choose(choice)}>
              {formatCount(choice)}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}

/** The props of a number field of a form. */
export function numberInput<Fields extends object>(
  { fields, errorOf, change, leave }: Form<Fields>,
  name: keyof Fields & string,
) {
  return {
    name,
    value: String(fields[name]),
    error: errorOf(name),
    onChange: (typed: string) => change({ [name]: typed } as unknown as Partial<Fields>),
    onBlur: () => leave(name),
  };
}
