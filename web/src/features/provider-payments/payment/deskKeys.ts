import { m } from '@/paraglide/messages';

/** The keys of the desk where bills are chosen. */
export const DESK_KEYS = [
  { key: 'enter', name: m.providermoney_key_take_first },
  { key: '1–9', name: m.providermoney_key_take },
  { key: '/', name: m.providermoney_key_search },
] as const;
