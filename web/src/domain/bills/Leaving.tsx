import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatInstant } from '@/lib/format/instant';
import { leavingText } from './leavingText';

/** Often enough that the minutes are right. */
const LOOK_EVERY_MS = 5000;

/** When an approved bill goes to its customer, counting down; its tooltip has the exact moment. */
export function Leaving({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {leavingText(at, now)}
      <VisuallyHidden>{` (${formatInstant(at)})`}</VisuallyHidden>
    </time>
  );
}
