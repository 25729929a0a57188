import { Skeleton } from '@mantine/core';
import { Children, startTransition, Suspense, useEffect, useState, type ReactNode } from 'react';
import { m } from '@/paraglide/messages';

interface Props {
  /** About the height of what follows, so that what is below it stays out of sight. None where it is not seen. */
  height?: number;
  children: ReactNode;
}

/**
 * Parts of a page that are loaded and drawn one after the other once the rest of it is on the screen, in small steps:
 * what is pressed meanwhile is answered in between.
 */
export function Later({ height, children }: Props) {
  const parts = Children.toArray(children);
  const [drawn, setDrawn] = useState(0);
  const all = drawn >= parts.length;
  useEffect(() => {
    if (all) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + 1)));
    return () => clearTimeout(timer);
  }, [all, drawn]);
  const waiting = height !== undefined && (
    <Skeleton key={drawn} height={height} role="status" aria-label={m.loading()} />
  );
  return (
    <>
      <Suspense fallback={waiting}>{parts.slice(0, drawn)}</Suspense>
      {!all && waiting}
    </>
  );
}
