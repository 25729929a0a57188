import { Alert, Checkbox, Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '@/api/problem';
import { useSavePurchase, type Purchase } from '@/api/purchases';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { OtherBillLink } from '@/domain/bills/OtherBillLink';
import type { OtherBill } from '@/domain/bills/reasonText';
import { notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { SavedElsewhere } from '../sharing/SavedElsewhere';
import { useSharedForm } from '../sharing/useSharedForm';
import { AddressedTo } from './AddressedTo';
import { CopiesPart } from './CopiesPart';
import {
  bodyOf,
  fieldsOf,
  problemsOf,
  proposalOf,
  withProposal,
  type Proposal,
  type PurchaseFields,
} from './purchaseForm';
import { PURCHASE_PARTS } from './purchaseParts';
import { ReceiverFields } from './ReceiverFields';
import { SumFields } from './SumFields';
import { useCopies } from './useCopies';

const DUPLICATE = 'DUPLICATE_PURCHASE';

interface Props {
  billId: string;
  /** The purchase to change; a new one is made without it. */
  purchase?: Purchase | undefined;
  onSaved: (purchase: Purchase) => void;
  onClose: () => void;
}

/** The refusal of an invoice that is there already, with the bill that has it. */
function duplicateIn(error: unknown): { other: OtherBill | undefined } | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const fault = error.fields.find(({ key }) => (key as string) === DUPLICATE);
  if (fault === undefined && (error.errorKey as string) !== DUPLICATE) return undefined;
  return { other: fault?.other ?? undefined };
}

/** The fields of a purchase with its copies, what was read from them, and what saves it. */
function usePurchaseForm({ billId, purchase, onSaved }: Props) {
  const [proposal, setProposal] = useState<Proposal>();
  const [several, setSeveral] = useState(false);
  const [duplicate, setDuplicate] = useState<{ other: OtherBill | undefined }>();
  const [key] = useState(() => crypto.randomUUID());
  const saving = useSavePurchase();
  const copies = useCopies({
    billId,
    purchase,
    onRead: (read) => {
      const found = read.proposal === undefined ? {} : proposalOf(read.proposal);
      setSeveral(read.several);
      setProposal((before) => ({ ...before, ...found }));
      if (Object.keys(found).length === 0) return;
      form.restart((now) => ({ ...withProposal(now, found), confirmed: false }));
    },
  });
  const isProposed = proposal !== undefined && Object.keys(proposal).length > 0;
  const { form, version, clash } = useSharedForm<Purchase, PurchaseFields>({
    item: purchase,
    fieldsOf,
    parts: PURCHASE_PARTS,
    check: (fields) => ({
      ...problemsOf(fields),
      ...(copies.copies.length === 0 && { receipts: 'validation.billRequired' }),
      ...(isProposed && !fields.confirmed && { confirmed: 'validation.required' }),
    }),
  });
  const save = () => {
    if (saving.isPending || copies.busy) return;
    setDuplicate(undefined);
    const own =
      purchase === undefined
        ? { receipts: copies.copies.map(({ id }) => ({ id })) }
        : { version: version ?? purchase.version };
    saving.mutate(
      { billId, id: purchase?.id, body: { ...bodyOf(form.fields), ...own }, key },
      {
        onSuccess: (saved) => {
          notifyText('success', m.purchases_saved());
          onSaved(saved);
        },
        onError: (error) => {
          const found = duplicateIn(error);
          if (found === undefined) refuseOrNotify(form)(error);
          else setDuplicate(found);
        },
      },
    );
  };
  const busy = saving.isPending || copies.busy;
  return { form, clash, copies, proposal, isProposed, several, duplicate, save, busy };
}

/** Asks for the copy of an invoice first, proposes what can be read from it, and for the rest of what it says. */
export function PurchaseDialog(props: Props) {
  const { billId, purchase, onClose } = props;
  const { form, clash, copies, proposal, isProposed, several, duplicate, save, busy } =
    usePurchaseForm(props);
  const [tried, setTried] = useState(false);
  const title =
    purchase === undefined
      ? m.purchases_dialog_new()
      : m.purchases_dialog_edit({ name: purchase.name });
  return (
    <FormDialog
      title={title}
      size="lg"
      formRef={form.form}
      confirm={m.purchases_save()}
      onSubmit={(event) => {
        setTried(true);
        form.submit(save)(event);
      }}
      busy={busy}
      close={onClose}
    >
      {clash !== undefined && <SavedElsewhere {...clash} />}
      <CopiesPart
        billId={billId}
        purchase={purchase}
        copies={copies}
        error={
          tried && copies.copies.length === 0 && !copies.busy
            ? m.purchases_copy_required()
            : undefined
        }
      />
      {copies.reading ? (
        <Reading />
      ) : (
        proposal !== undefined && <WhatWasRead found={isProposed} several={several} />
      )}
      <AddressedTo />
      <ReceiverFields form={form} proposal={proposal ?? {}} />
      <SumFields form={form} proposal={proposal ?? {}} />
      {isProposed && (
        <Checkbox
          label={m.purchases_read_confirm()}
          checked={form.fields.confirmed}
          error={form.keyOf('confirmed') !== undefined && m.purchases_read_confirm_missing()}
          onChange={({ currentTarget }) => form.change({ confirmed: currentTarget.checked })}
        />
      )}
      {duplicate !== undefined && (
        <Alert color="red" role="alert">
          {textOf(DUPLICATE)}
          {duplicate.other !== undefined && <OtherBillLink other={duplicate.other} />}
        </Alert>
      )}
    </FormDialog>
  );
}

function Reading() {
  return (
    <Group gap="xs" role="status">
      <Loader size="xs" aria-hidden="true" />
      <Text size="sm">{m.purchases_reading()}</Text>
    </Group>
  );
}

function WhatWasRead({ found, several }: { found: boolean; several: boolean }) {
  const nothing = several ? m.purchases_read_several() : m.purchases_read_none();
  return (
    <Alert
      color={found ? 'petrol' : 'gray'}
      variant="light"
      role="status"
      {...(found && { title: m.purchases_read_title() })}
    >
      {found ? m.purchases_read_body() : nothing}
    </Alert>
  );
}
