/** For the `ref` of what is to have the focus as soon as it is there, such as the next step of a form. */
export function focusWhenShown(element: HTMLElement | null) {
  element?.focus();
}

/** The same in a dialog, which opens at its top however long it is: what is about to happen stands there. */
export function focusInDialog(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}
