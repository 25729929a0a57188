import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Bill } from '@/api/bills';
import { useSaveShare, type Share } from '@/api/shares';
import { dateInput } from '@/components/dateInput';
import { FieldGroup } from '@/components/FieldGroup';
import { FormDialog } from '@/components/FormDialog';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { refuseOrNotify } from '@/components/saveForm';
import type { Form } from '@/components/useForm';
import { formatMoney } from '@/lib/format/money';
import { notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { plainUnits, type Units } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { useDraft, useEditor } from '../editor';
import { divisionOf, rowsTotal, totalOfDivision } from './division';
import {
  bodyOf,
  fieldsOf,
  LONGEST_DESCRIPTION,
  problemsOf,
  sumOf,
  type ShareBy,
  type ShareFields,
} from './shareForm';
import { SavedElsewhere } from './SavedElsewhere';
import { SHARE_PARTS } from './shareParts';
import { SubcontractorPicker } from './SubcontractorPicker';
import { useSharedForm } from './useSharedForm';

interface Props {
  /** Saved, since a share belongs to what the server has. */
  bill: Bill;
  /** The share to change; a new one is made without it. */
  share?: Share | undefined;
  onClose: () => void;
}

/** The fields of a share, and what saves them. */
function useShareForm({ bill, share, onClose }: Props) {
  const { today } = useEditor();
  const rows = useDraft(rowsTotal);
  const left = rows - totalOfDivision(divisionOf(bill, share?.id));
  const { form, version, clash } = useSharedForm<Share, ShareFields>({
    item: share,
    fieldsOf: (item) => fieldsOf(item, today),
    parts: SHARE_PARTS,
    check: (fields) => problemsOf(fields, rows, left),
  });
  const saving = useSaveShare();
  const [key] = useState(() => crypto.randomUUID());
  const save = () => {
    if (saving.isPending) return;
    const body = { ...bodyOf(form.fields), ...(share && version !== undefined && { version }) };
    saving.mutate(
      { billId: bill.id, id: share?.id, body, key },
      {
        onSuccess: () => {
          notifyText('success', m.sharing_saved());
          onClose();
        },
        onError: refuseOrNotify(form),
      },
    );
  };
  return { form, clash, rows, left, save, busy: saving.isPending };
}

/** A name that was typed and not picked is asked to be picked; what the server refuses has its own words. */
function whoError(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  return key === 'validation.required' ? m.sharing_who_pick() : textOf(key);
}

/** Asks who gets a share of the bill, for which work, and how much. */
export function ShareDialog(props: Props) {
  const { share, onClose } = props;
  const { form, clash, rows, left, save, busy } = useShareForm(props);
  const title =
    share === undefined
      ? m.sharing_dialog_new()
      : m.sharing_dialog_edit({ name: share.subcontractor.fullName });
  return (
    <FormDialog
      title={title}
      formRef={form.form}
      confirm={m.sharing_save()}
      onSubmit={form.submit(save)}
      busy={busy}
      close={onClose}
    >
      {clash !== undefined && <SavedElsewhere {...clash} />}
      <SubcontractorPicker
        value={form.fields.subcontractor}
        error={whoError(form.keyOf('subcontractor'))}
        onChange={(subcontractor) => form.change({ subcontractor })}
      />
      <HowMuch form={form} rows={rows} left={left} />
      <TextInput
        {...dateInput(form, 'date')}
        label={m.sharing_date()}
        inputMode="decimal"
        autoComplete="off"
      />
      <Textarea
        {...form.input('description')}
        label={m.sharing_description()}
        description={m.sharing_description_help()}
        maxLength={LONGEST_DESCRIPTION}
        autosize
        minRows={2}
        size="md"
      />
      <Text size="sm" c="dimmed">
        {m.sharing_they_see()}
      </Text>
    </FormDialog>
  );
}

interface HowMuchProps {
  form: Form<ShareFields>;
  rows: Units;
  /** What of the rows is not given to others yet. */
  left: Units;
}

function HowMuch({ form, rows, left }: HowMuchProps) {
  const { fields, change } = form;
  const sum = sumOf(fields, rows);
  return (
    <FieldGroup title={m.sharing_by()} columns={1}>
      <SegmentedControl<ShareBy>
        aria-label={m.sharing_by()}
        value={fields.by}
        onChange={(by) => change({ by })}
        data={[
          { value: 'amount', label: m.sharing_by_amount() },
          { value: 'percent', label: m.sharing_by_percent() },
        ]}
      />
      {fields.by === 'amount' ? (
        <NumberInput
          {...numberInput(form, 'amount')}
          kind="price"
          unit="€"
          label={m.sharing_amount()}
        />
      ) : (
        <NumberInput
          {...numberInput(form, 'percent')}
          kind="percent"
          unit="%"
          label={m.sharing_percent()}
          description={
            rows === 0n
              ? m.sharing_percent_no_rows()
              : sum !== undefined && m.sharing_percent_sum({ sum: formatMoney(plainUnits(sum)) })
          }
        />
      )}
      <Stack gap={0} role="status">
        <Text size="sm" c="dimmed">
          {roomText(left, sum)}
        </Text>
      </Stack>
    </FieldGroup>
  );
}

function roomText(left: Units, sum: Units | undefined): string {
  const after = sum === undefined ? undefined : left - sum;
  return after === undefined || after < 0n
    ? m.sharing_room({ left: formatMoney(plainUnits(left)) })
    : m.sharing_room_after({ left: formatMoney(plainUnits(after)) });
}
