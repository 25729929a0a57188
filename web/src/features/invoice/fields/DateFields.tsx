import { NativeSelect, TextInput } from '@mantine/core';
import { m } from '@/paraglide/messages';
import { withBillingDate, withDueDate, withDueDays } from '../draft/edits';
import { useDraft, useEditor, useLocked } from '../editor';
import { DateField } from './DateField';

const DATE_PLACES = ['billingdate', 'exactDueDate', 'dueDate'];

/** Billing date, due date and the days between them, and the language of the bill. */
export function DateFields() {
  // Nothing is to be paid of a credit note.
  const credits = useDraft(({ creditOf }) => creditOf !== null);
  return (
    <>
      <BillingDate />
      {!credits && <DueDays />}
      {!credits && <DueDate />}
      <Language />
    </>
  );
}

function BillingDate() {
  const { engine } = useEditor();
  return (
    <DateField
      label={m.bills_billing_date()}
      place="billingdate"
      required
      notInPast
      value={useDraft(({ billingdate }) => billingdate)}
      onChange={(day) => engine.edit((draft) => withBillingDate(draft, day), ...DATE_PLACES)}
    />
  );
}

function DueDate() {
  const { engine } = useEditor();
  return (
    <DateField
      label={m.bills_due_date()}
      place="exactDueDate"
      notInPast
      value={useDraft(({ exactDueDate }) => exactDueDate)}
      onChange={(day) => engine.edit((draft) => withDueDate(draft, day), ...DATE_PLACES)}
    />
  );
}

function DueDays() {
  const { engine } = useEditor();
  const locked = useLocked();
  return (
    <TextInput
      label={m.invoice_due_days()}
      data-place="dueDate"
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      disabled={locked}
      value={useDraft(({ dueDays }) => dueDays)}
      onChange={({ currentTarget: { value } }) =>
        engine.edit((draft) => withDueDays(draft, value), ...DATE_PLACES)
      }
      onBlur={engine.save}
    />
  );
}

function Language() {
  const { engine } = useEditor();
  const locked = useLocked();
  return (
    <NativeSelect
      label={m.invoice_language()}
      size="md"
      disabled={locked}
      value={useDraft(({ language }) => language)}
      data={[
        { value: 'fin', label: m.language_fi() },
        { value: 'eng', label: m.language_en() },
      ]}
      onChange={({ currentTarget: { value } }) =>
        engine.edit((draft) => ({ ...draft, language: value === 'eng' ? 'eng' : 'fin' }))
      }
    />
  );
}
