import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { distanceQuery } from '@/api/addresses';
import { PAUSE_IN_TYPING_MS } from './useAddressSearch';

export interface Way {
  from: string;
  to: string;
  wayPoints: readonly string[];
  roundtrip: boolean;
}

export interface Distance {
  /**
   * `idle` while an address is missing, `unknown` where an address is not known, `down` where nothing could be
   * asked.
   */
  state: 'idle' | 'loading' | 'found' | 'unknown' | 'down';
  /** Of the whole way, with one decimal; there and back on a round trip. */
  km?: number;
  minutes?: number;
  /** Whether it was only estimated. */
  estimate?: boolean;
  /** The postal codes that it was estimated between; empty where not all are known. */
  between?: readonly string[];
}

/** How long the way between addresses is, asked for once nobody types any more. */
export function useDistance({ from, to, wayPoints, roundtrip }: Way): Distance {
  const wanted = JSON.stringify([from, ...wayPoints, to].map((stop) => stop.trim()));
  const [settled] = useDebouncedValue(wanted, PAUSE_IN_TYPING_MS);
  const [first = '', ...rest] = JSON.parse(settled) as string[];
  const last = rest.pop() ?? '';
  const complete = from.trim() !== '' && to.trim() !== '';
  const asked = complete && settled === wanted;
  const wayPoint = rest.filter((stop) => stop !== '');
  const { data, isError } = useQuery({
    // Another query as soon as typing goes on: the request for the older way is aborted by that.
    ...distanceQuery(asked ? { from: first, to: last, wayPoint, roundtrip } : {}),
    enabled: asked,
  });
  if (!complete) return { state: 'idle' };
  if (!asked) return { state: 'loading' };
  if (isError) return { state: 'down' };
  if (data === undefined) return { state: 'loading' };
  if (data.distance === null) {
    return { state: data.reason === 'SERVICE_DOWN' ? 'down' : 'unknown' };
  }
  return {
    state: 'found',
    km: data.distance,
    estimate: data.estimate,
    between: data.between,
    ...(data.travelTimeInMinutes !== null && { minutes: data.travelTimeInMinutes }),
  };
}
