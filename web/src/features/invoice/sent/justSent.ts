import { createContext, use } from 'react';

interface JustSent {
  /** The bill that was sent on this page a moment ago. */
  readonly billId: string | undefined;
  readonly tell: (billId: string) => void;
}

/** Kept above the editor, which begins anew with a bill that was sent. */
export const JustSentContext = createContext<JustSent>({
  billId: undefined,
  tell: () => undefined,
});

export function useJustSent(): JustSent {
  return use(JustSentContext);
}
