/** For the `ref` of what is to have the focus as soon as it is there, such as the next step of a dialog. */
export function focusWhenShown(element: HTMLElement | null) {
  element?.focus();
}
