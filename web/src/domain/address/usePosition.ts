import { useState } from 'react';
import { useFindAddress } from '@/api/addresses';

type PositionState = 'idle' | 'loading' | 'nothing' | 'failed' | 'denied';

const WAIT_MS = 10_000;
const FRESH_MS = 60_000;

/** The address where the browser is. What fails is told and leaves the field as it is. */
export function usePosition(onFound: (address: string) => void) {
  const [state, setState] = useState<PositionState>('idle');
  const { mutate } = useFindAddress();
  const ask = () => {
    if (state === 'loading') return;
    if (!('geolocation' in navigator)) {
      setState('failed');
      return;
    }
    setState('loading');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { accuracy, latitude, longitude } }) =>
        mutate(
          { accuracy, latitude, longitude },
          {
            onSuccess: ({ formatted_address: address }) => {
              setState(address === null ? 'nothing' : 'idle');
              if (address !== null) onFound(address);
            },
            onError: () => setState('failed'),
          },
        ),
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: FRESH_MS },
    );
  };
  return { state, ask, forget: () => setState('idle') };
}
