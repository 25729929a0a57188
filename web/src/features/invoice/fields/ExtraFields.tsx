import { Group, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Disclosure } from '@/components/Disclosure';
import { printWarning } from '@/components/printWarning';
import { TemplatePicker } from '@/domain/templates/TemplatePicker';
import { m } from '@/paraglide/messages';
import type { Draft } from '../draft/draft';
import { useDraft, useEditor, useLocked, useProblem } from '../editor';
import classes from './ExtraFields.module.css';

type ExtraField = 'yourcode' | 'invoiceText' | 'specificationDetails';

const LONGEST: Readonly<Record<ExtraField, number>> = {
  yourcode: 70,
  invoiceText: 4000,
  specificationDetails: 1000,
};

const isFilled = (draft: Draft) =>
  draft.yourcode !== '' || draft.invoiceText !== '' || draft.specificationDetails !== '';

/** Fields that few bills need, behind a button; open from the start when one is filled. */
export function ExtraFields() {
  const { engine } = useEditor();
  const [open, setOpen] = useState(() => isFilled(engine.machine().draft));
  const filled = useDraft(isFilled);
  return (
    <Disclosure
      open={open}
      onChange={setOpen}
      title={
        <>
          {m.invoice_extra()}
          {filled && !open && (
            <Text span c="dimmed" size="sm">
              {` · ${m.invoice_extra_filled()}`}
            </Text>
          )}
        </>
      }
    >
      <div className={classes.fields}>
        <YourCode />
        <InvoiceText />
        <LongText
          field="specificationDetails"
          label={m.invoice_specification()}
          help={m.invoice_specification_help()}
        />
      </div>
    </Disclosure>
  );
}

function useExtra(field: ExtraField) {
  const { engine } = useEditor();
  return {
    'data-place': field,
    value: useDraft((draft) => draft[field]),
    error: useProblem(field),
    disabled: useLocked(),
    maxLength: LONGEST[field],
    onBlur: engine.save,
    write: (text: string) => engine.edit((draft) => ({ ...draft, [field]: text }), field),
  };
}

function YourCode() {
  const { write, ...props } = useExtra('yourcode');
  return (
    <TextInput
      label={m.invoice_yourcode()}
      description={printWarning(props.value) ?? m.invoice_yourcode_help()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}

function LongText({ field, label, help }: { field: ExtraField; label: string; help: string }) {
  const { write, ...props } = useExtra(field);
  return (
    <Textarea
      label={label}
      description={printWarning(props.value) ?? help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
      autosize
      minRows={2}
      maxRows={12}
      {...props}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}

function InvoiceText() {
  const { engine } = useEditor();
  const locked = useLocked();
  const insert = (text: string) =>
    engine.edit(
      (draft) => ({
        ...draft,
        // A text that is there already stays above the one that is added.
        invoiceText: [draft.invoiceText.trimEnd(), text]
          .filter((part) => part !== '')
          .join('\n')
          .slice(0, LONGEST.invoiceText),
      }),
      'invoiceText',
    );
  return (
    <div>
      <LongText field="invoiceText" label={m.invoice_text()} help={m.invoice_text_help()} />
      {!locked && (
        <Group mt="xs">
          <TemplatePicker kind="TEXT" onPick={({ text }) => insert(text)} />
        </Group>
      )}
    </div>
  );
}
