import { Paper, Stack, Title } from '@mantine/core';
import { useRef } from 'react';
import { CustomerPicker } from '@/domain/customers/CustomerPicker';
import { HelpLink } from '@/domain/help/HelpLink';
import { m } from '@/paraglide/messages';
import { withCustomer } from '../draft/edits';
import { useDraft, useEditor, useLocked, useProblem } from '../editor';
import { firstToFill, focusPlace } from '../focus';
import classes from './BillFields.module.css';
import { CreditOfField } from './CreditOfField';
import { DateFields } from './DateFields';
import { ExtraFields } from './ExtraFields';
import { ReimbursementFields } from './ReimbursementFields';
import { ReverseVat, VatFields } from './VatFields';

/** What depends on the customer: when it pays, and who pays the VAT. */
const CUSTOMER_PLACES = [
  'sharedCustomer',
  'creditOf',
  'exactDueDate',
  'vatZeroReasonCode',
  'inverseALV',
];

/** Fields of the whole bill: its customer, due date and VAT. */
export function BillFields() {
  // A credit note has the terms of the bill that it credits.
  const credits = useDraft(({ creditOf }) => creditOf !== null);
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} className={classes.card}>
      <Stack gap="md">
        <Title order={2}>{m.invoice_details()}</Title>
        <CustomerField />
        <CreditOfField />
        <div className={classes.fields}>
          <DateFields />
          <VatFields />
        </div>
        {!credits && <HelpLink topic="vat-rate" besideForm />}
        <div className={classes.choices}>
          {!credits && <ReverseVat />}
          {!credits && <ReimbursementFields />}
        </div>
        <ExtraFields />
      </Stack>
    </Paper>
  );
}

function CustomerField() {
  const { engine } = useEditor();
  const locked = useLocked();
  const goesOn = useRef(false);
  /** A dialog that closes gives the focus back; writing goes on with what is to be filled next. */
  const goOn = () => {
    if (!goesOn.current) return;
    goesOn.current = false;
    const place = firstToFill(engine.machine().draft);
    if (place !== undefined) focusPlace(place);
  };
  return (
    <div data-place="sharedCustomer" onFocus={goOn}>
      <CustomerPicker
        value={useDraft(({ customer }) => customer)}
        disabled={locked ? m.invoice_locked() : undefined}
        error={useProblem('sharedCustomer')}
        onChange={(customer) => {
          const inDialog = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
          goesOn.current = inDialog && engine.machine().draft.customer === null;
          engine.edit((draft) => withCustomer(draft, customer), ...CUSTOMER_PLACES);
          engine.save();
        }}
      />
    </div>
  );
}
