import type { Shift } from '@/api/ownShifts';
import { fakeServer, json, worker } from './fakeServer';

export const SHIFTS = `/api/person/${worker.id}/shifts`;

const noClaims = {
  lunchcompensation: 0,
  fulldaycompensation: 0,
  partialdaycompensation: 0,
  foreignAllowance: 0,
  foreignCountry: null,
};

/** A shift of eight hours in November, from planning. */
export function shiftOn(day: number, changes: Partial<Shift> = {}): Shift {
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  return {
    shiftId: `TV-${day}`,
    version: 1,
    origin: 'PLANNING',
    startDateTime: `${date}T08:00`,
    endDateTime: `${date}T16:00`,
    departmentName: 'Näyttämö',
    departmentKey: 'N3',
    entitled: ['LUNCH_ALLOWANCE', 'KILOMETER_ALLOWANCE'],
    journey: {
      kilometers: 0,
      addressStart: '',
      addressStop: '',
      vehicleRegisterNumber: '',
      vehicleType: 'CAR',
      departureDate: null,
      departureTime: null,
      arrivalDate: null,
      arrivalTime: null,
    },
    reimbursements: null,
    proposal: { ...noClaims, lunchcompensation: 1 },
    bill: null,
    difference: null,
    withdrawn: [],
    ...changes,
  };
}

/** A signed-in worker with these shifts, which come by pages of two, the latest first. */
export function fakeShifts(shifts: readonly Shift[]) {
  return fakeServer({
    'GET /api/session': () => json(200, { user: worker }),
    [`GET ${SHIFTS}`]: (request) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      const content = shifts.toReversed().slice(page * 2, page * 2 + 2);
      return json(200, {
        content,
        size: 2,
        numberOfElements: content.length,
        totalPages: Math.ceil(shifts.length / 2),
        totalElements: shifts.length,
      });
    },
  });
}
