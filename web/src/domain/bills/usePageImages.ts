import { useMemo } from 'react';
import { useObjectUrls } from '@/components/useObjectUrls';

/** The pictures as addresses that an <img> takes: there no script or link inside them can act. */
export function usePageImages(pages: readonly string[] | undefined): readonly string[] {
  const files = useMemo(
    () => pages?.map((svg) => new Blob([svg], { type: 'image/svg+xml' })),
    [pages],
  );
  return useObjectUrls(files);
}
