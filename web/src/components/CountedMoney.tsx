import { useLayoutEffect, useRef } from 'react';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { exactUnits, plainUnits, type Units } from '@/lib/price';
import classes from './CountedMoney.module.css';

const DURATION_MS = 450;
/** Of the way from one amount to the next. */
const STEPS = 1000;

/** An amount that counts up or down when it changes, unless the user wants less motion. */
export function CountedMoney({ amount }: { amount: Decimal }) {
  const host = useRef<HTMLSpanElement>(null);
  const end = exactUnits(amount);
  const shown = useRef(end);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null || shown.current === end) return undefined;
    if (matchMedia('(prefers-reduced-motion: no-preference)').matches) {
      return count(element, shown, end);
    }
    shown.current = end;
    return undefined;
  }, [end]);
  return (
    <span ref={host} className={classes.counted}>
      <span>{formatMoney(amount)}</span>
    </span>
  );
}

/** Shows the amounts between what is shown now and the end. Answers how to stop. */
function count(element: HTMLElement, shown: { current: Units }, end: Units): () => void {
  const start = shown.current;
  const began = performance.now();
  const show = (now: number) => {
    const part = Math.min(1, Math.max(0, now - began) / DURATION_MS);
    const step = BigInt(Math.round((1 - (1 - part) ** 3) * STEPS));
    shown.current = start + ((end - start) * step) / BigInt(STEPS);
    if (part === 1) {
      delete element.dataset['counting'];
      return;
    }
    element.dataset['counting'] = formatMoney(plainUnits(shown.current));
    frame = requestAnimationFrame(show);
  };
  let frame = 0;
  show(began);
  return () => {
    cancelAnimationFrame(frame);
    delete element.dataset['counting'];
  };
}
