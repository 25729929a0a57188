import { useQuery } from '@tanstack/react-query';
import { billPagesQuery } from '@/api/billPages';
import { usePageImages } from '@/domain/bills/usePageImages';
import { isLocked, isUnsaved, missingFor } from '../autosave/machine';
import { useMachine } from '../editor';

/** The saved bill as its customer sees it. Until the new pages come, the old ones stand. */
export function usePages() {
  const bill = useMachine(({ base }) => base?.bill);
  // What cannot be saved cannot be seen; what can be is on its way.
  const stuck = useMachine(
    (machine) =>
      !isLocked(machine) && isUnsaved(machine) && missingFor(machine.draft) !== undefined,
  );
  const saving = useMachine(({ phase }) => phase.kind === 'saving');
  const { data, error, isFetching, refetch } = useQuery(billPagesQuery(bill));
  return {
    bill,
    images: usePageImages(data?.pages),
    /** The bill is not drawn yet for the first time. */
    coming: bill !== undefined && data === undefined && error === null,
    late: saving || isFetching,
    stuck,
    error,
    retry: () => void refetch(),
  };
}

export type Pages = ReturnType<typeof usePages>;
