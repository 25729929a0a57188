import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { readStored, store } from '@/lib/storage';

const STORAGE_KEY = 'liksa-preview';

/**
 * Whether the preview is open. Beside the form it stays as this device left it; on a phone it
 * covers the form, and so is opened each time anew.
 */
export function usePreview() {
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [beside, setBeside] = useState(
    () => readStored(() => localStorage, STORAGE_KEY) === 'open',
  );
  const [covering, setCovering] = useState(false);
  const setOpen = (open: boolean) => {
    if (!wide) return setCovering(open);
    store(() => localStorage, STORAGE_KEY, open ? 'open' : 'closed');
    setBeside(open);
  };
  return { open: wide ? beside : covering, wide, setOpen };
}

export type Preview = ReturnType<typeof usePreview>;
