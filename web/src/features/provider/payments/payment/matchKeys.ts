import { m } from '@/paraglide/messages';

/** The shortcuts for choosing the bills of a payment. */
export const MATCH_KEYS = [
  { key: 'enter', name: m.providermoney_key_take_first },
  { key: '1–9', name: m.providermoney_key_take },
  { key: '/', name: m.providermoney_key_search },
] as const;
