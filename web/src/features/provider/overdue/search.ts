import { choice, searchReader } from '@/lib/search';

/** The parts of the page. */
export const PARTS = ['bills', 'letters', 'sent'] as const;

export type Part = (typeof PARTS)[number];

export const readOverdueSearch = searchReader({ part: choice(PARTS) });
