import { IconUserPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { MOST_SHARES } from '@/api/shares';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { useLocked } from '../editor';
import { AddingSection } from './AddingSection';
import { ShareItem } from './ShareItem';
import { useSharedBill } from './useSharedBill';

// Most bills are not shared; the form is loaded when it is opened.
const ShareDialog = lazyPart(async () => (await import('./ShareDialog')).ShareDialog);

/** The subcontractors of the bill, what each of them gets, and what adds one. */
export function SharesSection() {
  const bill = useSharedBill();
  const locked = useLocked();
  const [edited, setEdited] = useState<string>();
  const shares = bill?.contractorBillableItems ?? [];
  // A credit note takes shares back and gives none.
  const fixed = locked || (bill !== undefined && bill.creditOf !== null);
  return (
    <AddingSection
      title={m.sharing_title()}
      help={m.sharing_help()}
      add={m.sharing_add()}
      icon={<IconUserPlus size={18} aria-hidden="true" />}
      full={shares.length >= MOST_SHARES ? m.sharing_full({ most: MOST_SHARES }) : undefined}
      fixed={fixed}
      empty={shares.length === 0}
      onAdd={() => setEdited('')}
      dialogs={
        edited !== undefined &&
        bill !== undefined && (
          <Suspense>
            <ShareDialog
              bill={bill}
              share={shares.find(({ id }) => id === edited)}
              onClose={() => setEdited(undefined)}
            />
          </Suspense>
        )
      }
    >
      {shares.map((share, place) => (
        <ShareItem
          key={share.id}
          share={share}
          place={`contractorBillableItems[${place}]`}
          locked={fixed}
          onEdit={() => setEdited(share.id)}
        />
      ))}
    </AddingSection>
  );
}
