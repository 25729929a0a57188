import type { Owed, Remittance, ReportMonth } from '@/api/remittances';

export function owedOf(differences: Partial<Owed> = {}): Owed {
  return {
    kind: 'TYEL',
    personId: null,
    personName: null,
    until: '30.11.2026',
    amount: 438.86,
    toPay: 438.86,
    due: '31.12.2026',
    receiver: 'Työeläkeyhtiö',
    reference: '29230',
    iban: 'FI55 4234 5670 0000 81',
    later: [],
    sources: [
      { day: '20.11.2026', payday: '20.11.2026', runId: 'run', amount: 438.86, payable: true },
    ],
    ...differences,
  };
}

/** One that somebody else made. */
export function remittanceOf(differences: Partial<Remittance> = {}): Remittance {
  return {
    id: 'one',
    kind: 'TYEL',
    state: 'MADE',
    personName: null,
    until: '30.11.2026',
    payOn: '31.12.2026',
    amount: 438.86,
    receiver: 'Työeläkeyhtiö',
    iban: 'FI55 4234 5670 0000 81',
    reference: '29230',
    madeBy: 'other',
    madeByName: 'Eero Mäkinen',
    madeAt: '2026-12-01T10:00:00Z',
    approvedByName: null,
    approvedAt: null,
    refusalBy: null,
    refusalByName: null,
    refusalAt: null,
    note: '',
    hasFile: false,
    ...differences,
  };
}

export function monthOf(differences: Partial<ReportMonth> = {}): ReportMonth {
  return {
    until: '30.11.2026',
    amount: 34.35,
    wages: true,
    due: '07.12.2026',
    toMake: true,
    reports: [],
    ...differences,
  };
}
