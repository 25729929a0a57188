/**
 * A function of a value that never changes, worked out once for each such value. It is forgotten
 * together with the value.
 */
export function remembered<Value extends object, Result>(
  work: (value: Value) => Result,
): (value: Value) => Result {
  const known = new WeakMap<Value, { readonly result: Result }>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before.result;
    const result = work(value);
    known.set(value, { result });
    return result;
  };
}
