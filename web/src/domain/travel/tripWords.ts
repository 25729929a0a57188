import type { Row } from '@/api/bills';
import { MINUTES_OF_HOUR } from '@/lib/calendar';
import { m } from '@/paraglide/messages';

const VEHICLES: Readonly<Record<string, () => string>> = {
  0: m.trips_vehicle_car,
  1: m.trips_vehicle_boat,
  2: m.trips_vehicle_large_boat,
  3: m.trips_vehicle_snowmobile,
  4: m.trips_vehicle_quad,
  5: m.trips_vehicle_motorbike,
  6: m.trips_vehicle_moped,
  7: m.trips_vehicle_other,
};

export function vehicleName(code: string): string {
  return (VEHICLES[code] ?? m.trips_vehicle_other)();
}

export const TRAILER_NAMES: Readonly<Record<Row['trailer'], () => string>> = {
  NONE: m.trips_trailer_none,
  TRAILER: m.trips_trailer,
  CARAVAN: m.trips_trailer_caravan,
  HEAVY_LOAD: m.trips_trailer_heavy,
};

/** A length in words: "27 h 10 min". */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / MINUTES_OF_HOUR), minutes % MINUTES_OF_HOUR];
  if (hours === 0) return m.trips_minutes({ minutes: rest });
  return rest === 0 ? m.trips_hours({ hours }) : m.trips_hours_minutes({ hours, minutes: rest });
}
