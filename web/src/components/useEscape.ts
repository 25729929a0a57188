import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/** The dialog that lies above all others as the key goes down, before any of them is closed by it. */
let uppermost: Element | null = null;
window.addEventListener(
  'keydown',
  () => {
    uppermost = [...document.querySelectorAll('[data-modal-content]')].at(-1) ?? null;
  },
  { capture: true },
);

/**
 * Escape closes one dialog, the uppermost. Mantine closes all that are open, wherever the focus is: a dialog that has
 * just opened does not have it yet.
 */
export function useEscape(opened: boolean, onClose: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  useWindowEvent(
    'keydown',
    (event) => {
      if (!opened || event.key !== 'Escape' || event.isComposing) return;
      if (uppermost !== ref.current?.querySelector('[data-modal-content]')) return;
      // A calendar or a list that is open above the dialog closes first.
      if ((event.target as HTMLElement).dataset?.['mantineStopPropagation'] !== 'true') onClose();
    },
    { capture: true },
  );
  return { ref, closeOnEscape: false } as const;
}
