import { choice, searchReader } from '@/lib/search';

export const ADVANCE_TABS = ['REQUESTED', 'GRANTED', 'PAID', 'REFUSED', 'WITHDRAWN'] as const;

export const readAdvancesSearch = searchReader({ state: choice(ADVANCE_TABS) });
