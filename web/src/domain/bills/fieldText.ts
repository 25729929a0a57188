import type { Bill } from '@/api/billTypes';
import { m } from '@/paraglide/messages';
import { sharingFieldText } from '../sharing/fieldOfSharing';

const ROW_FIELD = /^billableitems\[(\d+)\](?:\.(\w+))?$/;

const BILL_FIELDS: Readonly<Record<string, () => string>> = {
  sharedCustomer: m.bills_customer,
  creditOf: m.bills_field_credit_of,
  billingdate: m.bills_billing_date,
  exactDueDate: m.bills_due_date,
  dueDate: m.bills_due_date,
  alv: m.bills_field_vat,
  vatZeroReasonCode: m.bills_field_vat_zero_reason,
  inverseALV: m.bills_field_reverse_vat,
  billReimbursementsFromCustomer: m.bills_field_reimbursements,
  billableitems: m.bills_field_rows,
  yourcode: m.invoice_yourcode,
  invoiceText: m.invoice_text,
  specificationDetails: m.invoice_specification,
  worker: m.bills_field_worker,
};

const ROW_FIELDS: Readonly<Record<string, () => string>> = {
  date: m.bills_field_row_date,
  destination: m.bills_field_row_destination,
  alvPrice: m.bills_field_row_price,
  price: m.bills_field_row_price,
  hourlyprice: m.bills_field_row_unit_price,
  billableWorkHours: m.bills_field_row_amount,
  alv: m.bills_field_row_vat,
  kilometers: m.bills_field_row_kilometers,
  addressStart: m.bills_field_row_address_start,
  addressStop: m.bills_field_row_address_stop,
  vehicleRegisterNumber: m.bills_field_row_vehicle,
  startdate: m.bills_field_row_departure_day,
  time: m.bills_field_row_departure_time,
  returndate: m.bills_field_row_return_day,
  returntime: m.bills_field_row_return_time,
  wayPoint: m.bills_field_row_way_point,
  vehicle: m.bills_field_row_vehicle_kind,
  trailer: m.bills_field_row_trailer,
  passengers: m.bills_field_row_passengers,
  foreignCountry: m.bills_field_row_country,
  foreignSource: m.bills_field_row_source,
  foreignDays: m.bills_field_row_foreign,
  workTimeInMinutes: m.bills_field_row_work_there,
  fulldaycompensation: m.bills_field_row_full,
  partialdaycompensation: m.bills_field_row_partial,
  foreignAllowance: m.bills_field_row_foreign,
  lunchcompensation: m.bills_field_row_meals,
  workShiftStarted: m.bills_field_row_work_start,
  workShiftStartedTime: m.bills_field_row_work_start,
  workShiftEnded: m.bills_field_row_work_end,
  workShiftEndedTime: m.bills_field_row_work_end,
  shiftId: m.bills_field_row_shift,
  hotelcost: () => m.bills_expense_hotel().toLowerCase(),
  travelcost: () => m.bills_expense_travel().toLowerCase(),
  othercost: () => m.bills_expense_other().toLowerCase(),
  receipts: m.bills_field_row_receipts,
};

/**
 * What a person calls a field of a bill that the server names `billableitems[2].date`. Shares and purchases have the
 * names of those who are paid, where the bill is given.
 */
export function fieldText(field: string, bill?: Bill): string {
  const sharing = sharingFieldText(field, bill);
  if (sharing !== undefined) return sharing;
  const [, place, name = ''] = ROW_FIELD.exec(field) ?? [];
  if (place === undefined) return BILL_FIELDS[field]?.() ?? m.bills_field_other();
  const row = Number(place) + 1;
  // An expense has one name, whatever its VAT.
  const part = ROW_FIELDS[name.replace(/_alv\d+$/, '')];
  return part === undefined
    ? m.bills_field_row({ row })
    : m.bills_field_of_row({ row, field: part() });
}
