import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { billPagesQuery } from '@/api/billPages';
import { isLocked, isUnsaved, missingFor } from '../autosave/machine';
import { useMachine } from '../editor';

interface Drawn {
  readonly pages: readonly string[];
  readonly images: readonly string[];
}

function imagesOf(pages: readonly string[]): string[] {
  return pages.map((svg) => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })));
}

/**
 * The pictures as addresses that an <img> takes: there no script or link inside them can act.
 * Those of before stay when no new ones come.
 */
function useImages(pages: readonly string[] | undefined): readonly string[] {
  const [drawn, setDrawn] = useState<Drawn>({ pages: [], images: [] });
  if (pages !== undefined && pages !== drawn.pages) setDrawn({ pages, images: imagesOf(pages) });
  useEffect(
    () => () => {
      for (const image of drawn.images) URL.revokeObjectURL(image);
    },
    [drawn],
  );
  return drawn.images;
}

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
    images: useImages(data?.pages),
    /** The bill is not drawn yet for the first time. */
    coming: bill !== undefined && data === undefined && error === null,
    late: saving || isFetching,
    stuck,
    error,
    retry: () => void refetch(),
  };
}

export type Pages = ReturnType<typeof usePages>;
