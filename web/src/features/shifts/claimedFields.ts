import type { Entitlement, Shift } from '@/api/ownShifts';
import type { FieldErrors, Form } from '@/components/useForm';
import {
  draftNumber,
  numberIn,
  numberProblems,
  withPlainNumbers,
  type NumberKind,
} from '@/lib/number';

/** The allowances, each with the entitlement that it needs. */
export const ALLOWANCES = [
  ['lunchcompensation', 'LUNCH_ALLOWANCE'],
  ['fulldaycompensation', 'FULL_DAY_ALLOWANCE'],
  ['partialdaycompensation', 'PARTIAL_DAY_ALLOWANCE'],
  ['foreignAllowance', 'FOREIGN_ALLOWANCE'],
] as const satisfies readonly (readonly [string, Entitlement])[];

export type Allowance = (typeof ALLOWANCES)[number][0];

function typed(value: number): string {
  return value === 0 ? '' : draftNumber(value, 'kilometers');
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
    foreignCountry: claims.foreignCountry ?? '',
  };
}

export type ClaimedFields = ReturnType<typeof fieldsOf>;

const NUMBERS = {
  kilometers: 'kilometers',
  lunchcompensation: 'amount',
  fulldaycompensation: 'amount',
  partialdaycompensation: 'amount',
  foreignAllowance: 'price',
} as const satisfies Partial<Record<keyof ClaimedFields, NumberKind>>;

/** What is claimed abroad is claimed for a country, and a number has one meaning. */
export function claimProblems(fields: ClaimedFields): FieldErrors {
  const { foreignAllowance, foreignCountry } = fields;
  const missing = Number(numberIn(foreignAllowance, 'price') ?? 0) !== 0 && foreignCountry === '';
  return {
    ...numberProblems(fields, NUMBERS),
    ...(missing && { foreignCountry: 'validation.required' }),
  };
}

/** The claims, and the trip that they are for, with numbers such as that of `118 km`. Only of fields without problems. */
export function claimsIn(fields: ClaimedFields) {
  const {
    lunchcompensation,
    fulldaycompensation,
    partialdaycompensation,
    foreignAllowance,
    foreignCountry,
    ...journey
  } = withPlainNumbers(fields, NUMBERS);
  const claims = {
    lunchcompensation,
    fulldaycompensation,
    partialdaycompensation,
    foreignAllowance,
    foreignCountry,
  };
  return { claims, journey };
}

/** What the parts of the form share. */
export interface PartProps {
  form: Form<ClaimedFields>;
  shift: Shift;
  locked: boolean;
}
