import { VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBillsLeft } from '@/api/bills';
import { formatInstant } from '@/lib/format/instant';
import { leavingText } from './leavingText';

/** Often enough that the minutes are right. */
const LOOK_EVERY_MS = 5000;
/** How often it is asked whether the bill has left, once its time has come: for a minute. */
const MOST_QUESTIONS = 12;

/** When an approved bill goes to its customer, counting down; its tooltip has the exact moment. */
export function Leaving({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  const left = useBillsLeft();
  const asked = useRef(0);
  const look = useEffectEvent(() => {
    setNow(Date.now());
    if (Date.now() < Date.parse(at) || asked.current >= MOST_QUESTIONS) return;
    asked.current += 1;
    left();
  });
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {leavingText(at, now)}
      <VisuallyHidden>{` (${formatInstant(at)})`}</VisuallyHidden>
    </time>
  );
}
