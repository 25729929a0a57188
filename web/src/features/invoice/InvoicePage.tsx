import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { announcedAsSent, forgetSent } from '@/domain/bills/justSent';
import { NewInvoice } from './NewInvoice';
import { SavedInvoice } from './SavedInvoice';
import { JustSentContext } from './sent/justSent';

/** The new bill of this page: which one it is, and its id once it has one. */
interface Beginning {
  readonly number: number;
  readonly madeAs?: string;
  /** Whether the address has shown its id. */
  readonly arrived: boolean;
}

const FIRST: Beginning = { number: 0, arrived: false };

/** The editor: of the bill that the address names, or of a new one. */
export function InvoicePage() {
  const { id } = useSearch({ from: '/invoice' });
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState(FIRST);
  const another = () => setBeginning(({ number }) => ({ number: number + 1, arrived: false }));

  if (id !== undefined && id === beginning.madeAs && !beginning.arrived) {
    setBeginning({ ...beginning, arrived: true });
  }
  // The bill that was new here is left behind when another one is asked for, new or saved. Who comes
  // back to it finds it as it is saved.
  if (id !== beginning.madeAs && beginning.arrived) another();

  // With its id the address names the bill, so that a reload brings it back. The editor stays.
  const onMade = useCallback(
    (madeAs: string) => {
      setBeginning((before) => ({ ...before, madeAs }));
      void navigate({ to: '/invoice', search: { id: madeAs }, replace: true, resetScroll: false });
    },
    [navigate],
  );
  const [sent, setSent] = useState(announcedAsSent);
  useEffect(forgetSent, []);
  if (sent !== undefined && sent !== id) setSent(undefined);
  const justSent = useMemo(() => ({ billId: sent, tell: setSent }), [sent]);
  return (
    <JustSentContext value={justSent}>
      {id !== undefined && id !== beginning.madeAs ? (
        <SavedInvoice key={id} id={id} />
      ) : (
        <NewInvoice key={beginning.number} onMade={onMade} onDiscarded={another} />
      )}
    </JustSentContext>
  );
}
