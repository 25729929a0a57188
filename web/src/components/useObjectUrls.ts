import { useEffect, useState } from 'react';

interface Made {
  readonly files: readonly Blob[];
  readonly urls: readonly string[];
}

/** Addresses for files in memory, as long as they are shown. Those of before stay until new files come. */
export function useObjectUrls(files: readonly Blob[] | undefined): readonly string[] {
  const [made, setMade] = useState<Made>({ files: [], urls: [] });
  if (files !== undefined && files !== made.files) {
    setMade({ files, urls: files.map((file) => URL.createObjectURL(file)) });
  }
  useEffect(
    () => () => {
      for (const url of made.urls) URL.revokeObjectURL(url);
    },
    [made],
  );
  return made.urls;
}
