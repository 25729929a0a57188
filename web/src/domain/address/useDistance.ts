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
  /** Whether it was only estimated between postal codes. */
  estimate?: boolean;
  /** The postal codes that it was estimated between. */
  between?: readonly string[];
}

/** How long the way between addresses is. */
export function useDistance(_: Way): Distance {
  return { state: 'idle' };
}
