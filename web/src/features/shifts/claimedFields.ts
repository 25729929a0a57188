import type { Entitlement, Shift } from '@/api/ownShifts';
import type { Form } from '@/components/useForm';

/** The allowances, each with the entitlement that it needs. */
export const ALLOWANCES = [
  ['lunchcompensation', 'LUNCH_ALLOWANCE'],
  ['fulldaycompensation', 'FULL_DAY_ALLOWANCE'],
  ['partialdaycompensation', 'PARTIAL_DAY_ALLOWANCE'],
  ['foreignAllowance', 'FOREIGN_ALLOWANCE'],
] as const satisfies readonly (readonly [string, Entitlement])[];

export type Allowance = (typeof ALLOWANCES)[number][0];

function typed(value: number): string {
  return value === 0 ? '' : String(value).replace('.', ',');
}

/** The trip and the claims as texts; what is proposed where nothing was chosen. */
export function fieldsOf({ journey, reimbursements, proposal }: Shift) {
  const claims = reimbursements ?? proposal;
  return {
    kilometers: typed(journey.kilometers),
    addressStart: journey.addressStart,
    addressStop: journey.addressStop,
    vehicleType: journey.vehicleType,
    vehicleRegisterNumber: journey.vehicleRegisterNumber,
    departureDate: journey.departureDate ?? '',
    departureTime: journey.departureTime ?? '',
    arrivalDate: journey.arrivalDate ?? '',
    arrivalTime: journey.arrivalTime ?? '',
    lunchcompensation: typed(claims.lunchcompensation),
    fulldaycompensation: typed(claims.fulldaycompensation),
    partialdaycompensation: typed(claims.partialdaycompensation),
    foreignAllowance: typed(claims.foreignAllowance),
  };
}

export type ClaimedFields = ReturnType<typeof fieldsOf>;

/** The claims, and the trip that they are for. */
export function claimsIn(fields: ClaimedFields) {
  const {
    lunchcompensation,
    fulldaycompensation,
    partialdaycompensation,
    foreignAllowance,
    ...journey
  } = fields;
  const claims = {
    lunchcompensation,
    fulldaycompensation,
    partialdaycompensation,
    foreignAllowance,
  };
  return { claims, journey };
}

/** What the parts of the form share. */
export interface PartProps {
  form: Form<ClaimedFields>;
  shift: Shift;
  locked: boolean;
}
