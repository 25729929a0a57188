import type { Place } from '@/api/addresses';
import { m } from '@/paraglide/messages';

/** What a place is called beside its address. */
export function placeName({ kind, name }: Place): string {
  if (kind === 'HOME') return m.address_home();
  return kind === 'TRIP' ? m.address_trip() : name;
}
