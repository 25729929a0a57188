import { Checkbox, NativeSelect } from '@mantine/core';
import { ZERO_REASONS } from '@/domain/bills/zeroReasons';
import { HelpLink } from '@/domain/help/HelpLink';
import { m } from '@/paraglide/messages';
import { isZero, withReverseVat, withVatPercent } from '../draft/edits';
import { useDraft, useEditor, useLocked, useProblem } from '../editor';
import { VatSelect } from './VatSelect';
import classes from './BillFields.module.css';

const VAT_PLACES = ['alv', 'vatZeroReasonCode', 'inverseALV'];

export function VatFields() {
  const { engine } = useEditor();
  const day = useDraft(({ billingdate }) => billingdate);
  const alv = useDraft((draft) => draft.alv);
  const reverse = useDraft(({ inverseALV }) => inverseALV);
  // A single row without VAT needs the reason too.
  const hasZero = useDraft(
    (draft) => isZero(draft.alv) || draft.rows.some((row) => isZero(row.alv)),
  );
  const chosen = useDraft(({ vatZeroReasonCode }) => vatZeroReasonCode !== '');
  return (
    <>
      <VatSelect
        place="alv"
        day={day}
        value={alv}
        fixed={reverse}
        onChange={(percent) =>
          engine.edit((draft) => withVatPercent(draft, percent), ...VAT_PLACES)
        }
      />
      {((hasZero && !reverse) || chosen) && <ZeroReason />}
    </>
  );
}

function ZeroReason() {
  const { engine } = useEditor();
  const locked = useLocked();
  return (
    <NativeSelect
      label={m.invoice_vat_zero_reason()}
      data-place="vatZeroReasonCode"
      size="md"
      disabled={locked}
      error={useProblem('vatZeroReasonCode')}
      value={useDraft(({ vatZeroReasonCode }) => vatZeroReasonCode)}
      data={[
        { value: '', label: m.invoice_vat_zero_none() },
        ...Object.entries(ZERO_REASONS).map(([value, label]) => ({ value, label: label() })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        engine.edit((draft) => ({ ...draft, vatZeroReasonCode: value }), ...VAT_PLACES)
      }
    />
  );
}

export function ReverseVat() {
  const { engine } = useEditor();
  const locked = useLocked();
  return (
    <div>
      <Checkbox
        label={m.invoice_reverse_vat()}
        description={m.invoice_reverse_vat_help()}
        data-place="inverseALV"
        disabled={locked}
        error={useProblem('inverseALV')}
        checked={useDraft(({ inverseALV }) => inverseALV)}
        onChange={({ currentTarget: { checked } }) =>
          engine.edit((draft) => withReverseVat(draft, checked), ...VAT_PLACES)
        }
      />
      <div className={classes.help}>
        <HelpLink topic="reverse-vat" said besideForm />
      </div>
    </div>
  );
}
