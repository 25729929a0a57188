import type { Row } from '@/api/bills';
import type { components } from '@/api/schema';
import { blankRow } from './rows';

const ROW = '0193d000-0000-7000-8000-000000000001';

export const plain: Row = {
  ...blankRow,
  id: ROW,
  date: '09.11.2026',
  destination: 'Valokuvaus',
  alvPrice: 1000,
};

export const travelled: Row = {
  ...plain,
  addressStart: 'Kotikatu 1, 00530 Helsinki',
  addressStop: 'Hämeenkatu 2, 33100 Tampere',
  startdate: '09.11.2026',
  time: '07:00',
  returndate: '09.11.2026',
  returntime: '18:00',
  kilometers: 118,
  vehicleRegisterNumber: 'ABC-123',
};

export const oneDay: components['schemas']['TripAnswer'] = {
  minutes: 660,
  days: [
    {
      from: '09.11.2026 07:00',
      until: '09.11.2026 18:00',
      kind: 'FULL',
      amount: 54,
      reason: 'OVER_10_H',
    },
  ],
  fulldaycompensation: 1,
  partialdaycompensation: 0,
  foreignAllowance: 0,
  lunchcompensation: 0,
  meals: { most: 2, amount: 27 },
  kilometers: { rate: 0.55, amount: 64.9 },
  total: 118.9,
  tableYear: 2026,
  countryInTable: null,
  problems: [],
  claimed: [],
};
