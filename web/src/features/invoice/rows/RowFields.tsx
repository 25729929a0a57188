import { NativeSelect, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { printWarning } from '@/components/printWarning';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { withRow } from '../draft/edits';
import { placeOf } from '../draft/problems';
import {
  totalText,
  totalWithVatText,
  withTotal,
  withTotalIncludingVat,
  withType,
  withUnitPrice,
} from '../draft/rows';
import { useDraft, useEditor, useLocked, useProblem } from '../editor';
import { DateField } from '../fields/DateField';
import { NumberField } from '../fields/NumberField';
import { VatSelect } from '../fields/VatSelect';
import classes from './RowFields.module.css';

const LONGEST_DESTINATION = 500;
const PRICE_FIELDS = ['alvPrice', 'price', 'hourlyprice', 'billableWorkHours'];

interface Props {
  row: DraftRow;
  /** Keys pressed in the last cell. */
  onLastCellKey: (event: KeyboardEvent) => void;
}

/** The cells of a row, in the order in which Tab goes through them. */
export function RowFields({ row, onLastCellKey }: Props) {
  const reverse = useDraft(({ inverseALV }) => inverseALV);
  const change = useRowChange(row.id);
  return (
    <div className={classes.fields} data-row-fields data-type={row.type}>
      <Destination row={row} />
      <div className={classes.date}>
        <DateField
          label={m.invoice_row_date()}
          place={placeOf(row.id, 'date')}
          size="sm"
          value={row.date}
          onChange={(date) => change((before) => ({ ...before, date }), 'date')}
        />
      </div>
      <PricingType row={row} />
      {row.type === 'AMOUNT' && <AmountFields row={row} />}
      <div className={classes.vat}>
        <VatSelect
          place={placeOf(row.id, 'alv')}
          day={row.date}
          size="sm"
          value={row.alv}
          fixed={reverse}
          onChange={(alv) => change((before) => ({ ...before, alv }), 'alv')}
        />
      </div>
      <Totals row={row} onLastCellKey={onLastCellKey} />
    </div>
  );
}

/** Changes the row, and forgets what was found wrong at the fields named. */
function useRowChange(id: string) {
  const { engine } = useEditor();
  return (change: (row: DraftRow) => DraftRow, ...fields: string[]) =>
    engine.edit(
      (draft) => withRow(draft, id, change),
      'billableitems',
      ...fields.map((field) => placeOf(id, field)),
    );
}

function Destination({ row }: { row: DraftRow }) {
  const { engine } = useEditor();
  const locked = useLocked();
  const place = placeOf(row.id, 'destination');
  const change = useRowChange(row.id);
  return (
    <TextInput
      className={classes.destination}
      label={m.invoice_row_destination()}
      data-place={place}
      size="sm"
      autoComplete="off"
      maxLength={LONGEST_DESTINATION}
      disabled={locked}
      description={printWarning(row.destination)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={useProblem(place)}
      value={row.destination}
      onChange={({ currentTarget: { value } }) =>
        change((before) => ({ ...before, destination: value }), 'destination')
      }
      onBlur={engine.save}
    />
  );
}

function PricingType({ row }: { row: DraftRow }) {
  const locked = useLocked();
  const change = useRowChange(row.id);
  return (
    <NativeSelect
      className={classes.type}
      label={m.invoice_row_type()}
      size="sm"
      disabled={locked}
      value={row.type}
      data={[
        { value: 'CONTRACT', label: m.invoice_row_type_contract() },
        { value: 'AMOUNT', label: m.invoice_row_type_amount() },
      ]}
      onChange={({ currentTarget: { value } }) =>
        change(
          (before) => withType(before, value === 'AMOUNT' ? 'AMOUNT' : 'CONTRACT'),
          ...PRICE_FIELDS,
        )
      }
    />
  );
}

function AmountFields({ row }: { row: DraftRow }) {
  const change = useRowChange(row.id);
  return (
    <>
      <NumberField
        label={m.invoice_row_amount()}
        kind="amount"
        place={placeOf(row.id, 'billableWorkHours')}
        value={row.billableWorkHours}
        onChange={(billableWorkHours) =>
          change((before) => ({ ...before, billableWorkHours }), 'billableWorkHours')
        }
      />
      <NumberField
        label={m.invoice_row_unit_price()}
        kind="price"
        unit="€"
        place={placeOf(row.id, 'hourlyprice')}
        value={row.unread === undefined ? row.hourlyprice : ''}
        onChange={(typed) => change((before) => withUnitPrice(before, typed), ...PRICE_FIELDS)}
      />
    </>
  );
}

function Totals({ row, onLastCellKey }: Props) {
  const change = useRowChange(row.id);
  const write = (take: (row: DraftRow, typed: string) => DraftRow) => (typed: string) =>
    change((before) => take(before, typed), ...PRICE_FIELDS);
  return (
    <>
      <div className={classes.price}>
        <NumberField
          label={m.invoice_row_price()}
          kind="price"
          unit="€"
          place={placeOf(row.id, 'alvPrice')}
          value={totalText(row)}
          derived={row.type === 'AMOUNT'}
          onChange={write(withTotal)}
        />
      </div>
      <div className={classes.price}>
        <NumberField
          label={m.invoice_row_price_with_vat()}
          kind="price"
          unit="€"
          place={placeOf(row.id, 'price')}
          value={totalWithVatText(row)}
          derived
          onChange={write(withTotalIncludingVat)}
          onKeyDown={onLastCellKey}
        />
      </div>
    </>
  );
}
