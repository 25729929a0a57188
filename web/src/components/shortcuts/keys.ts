import { useLocalStorage, useWindowEvent } from '@mantine/hooks';

/** A key that does something anywhere on the page. */
export interface KeyAction {
  /** As the event names it, in lower case: 'j', '?'. */
  readonly key: string;
  readonly run: () => void;
}

/** Elements in which a typed letter is text or selects a choice. Checkboxes take no letters. */
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

/**
 * Single-key shortcuts can be switched off, since speech input types letters. The choice is stored
 * on the device.
 */
export function useKeysOn() {
  return useLocalStorage({
    key: 'liksa-single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/** Listens to keys of the page. A held key counts once, and an open dialog has its own keys. */
export function useKeys(actions: readonly KeyAction[]) {
  const [on] = useKeysOn();
  useWindowEvent('keydown', (event) => {
    const { key, target } = event;
    if (!on || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest(TYPING) !== null) return;
    if (document.querySelector('[aria-modal="true"]') !== null) return;
    // Enter on a link or a button is theirs.
    if (key === 'Enter' && target instanceof Element && target.closest('a, button') !== null)
      return;
    const action = actions.find((one) => one.key === key.toLowerCase());
    if (action === undefined) return;
    event.preventDefault();
    action.run();
  });
}
