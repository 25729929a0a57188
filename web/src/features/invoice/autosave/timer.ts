/** An action that happens a while after the last time it was asked for. */
export function timer(action: () => void) {
  let handle: ReturnType<typeof setTimeout> | undefined;
  return {
    start: (delay_ms: number) => {
      clearTimeout(handle);
      handle = setTimeout(action, delay_ms);
    },
    stop: () => clearTimeout(handle),
  };
}
