import { choice, searchReader } from '@/lib/search';

export const LATE_STATES = ['WAITING', 'APPROVED', 'REFUSED'] as const;

export const readLateReceiptsSearch = searchReader({ state: choice(LATE_STATES) });
