import { useState } from 'react';

/** A value, or the last that was known while it is not, such as while a date is being typed. */
export function useLastKnown<Value>(value: Value | undefined): Value | undefined {
  const [known, setKnown] = useState(value);
  if (value !== undefined && value !== known) setKnown(value);
  return value ?? known;
}
