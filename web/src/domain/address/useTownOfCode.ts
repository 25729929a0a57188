import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { postalPlaceQuery } from '@/api/customers';

interface Place {
  /** As they stand in the form. */
  readonly code: string;
  readonly city: string;
  /** Only these codes are known. */
  readonly finnish: boolean;
  readonly fill: (city: string) => void;
}

/** Fills in the town of a postal code, in place of nothing or of the town of the code that was there before. */
export function useTownOfCode({ code, city, finnish, fill }: Place) {
  const queryClient = useQueryClient();
  // The code that the town in the form may be of, the one that is asked for, and whether the town was typed since.
  const known = useRef({ before: '', asked: '', typed: false });
  const townOf = async (of: string) => (await queryClient.fetchQuery(postalPlaceQuery(of))).city;

  const replaces = async (before: string) => {
    if (city.trim() === '') return true;
    return isWhole(before) && isSame(city, await townOf(before));
  };
  const follow = async (asked: string) => {
    known.current.typed = false;
    try {
      const [town, free] = await Promise.all([townOf(asked), replaces(known.current.before)]);
      const { asked: newest, typed } = known.current;
      if (town === null || !free || typed || newest !== asked) return;
      known.current.asked = '';
      fill(town);
    } catch {
      // The town is typed then.
    }
  };
  return {
    typeCode: (next: string) => {
      // The town of a code that is still asked for does not stand in the form.
      if (isWhole(code) && code.trim() !== known.current.asked) known.current.before = code.trim();
      known.current.asked = next.trim();
      if (finnish && isWhole(next)) void follow(next.trim());
    },
    typeCity: () => {
      known.current.typed = true;
    },
  };
}

function isWhole(code: string): boolean {
  return /^\d{5}$/.test(code.trim());
}

function isSame(city: string, town: string | null): boolean {
  return city.trim().toLowerCase() === town?.toLowerCase();
}
