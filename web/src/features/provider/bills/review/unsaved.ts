import { createContext, use, useCallback, useEffect, useState } from 'react';

type Mark = (place: string) => () => void;

const MarkContext = createContext<Mark>(() => () => undefined);

/** Lets the parts of a page say what is not saved yet. */
export const UnsavedMarks = MarkContext.Provider;

/** Whether anything of the page is not saved, and how its parts say so. */
export function useUnsaved() {
  const [places, setPlaces] = useState<ReadonlySet<string>>(new Set());
  const mark = useCallback<Mark>((place) => {
    setPlaces((before) => new Set([...before, place]));
    return () => setPlaces((before) => new Set([...before].filter((one) => one !== place)));
  }, []);
  return { unsaved: places.size > 0, mark };
}

/** Says that a place of the page is not saved, as long as it is not. */
export function useMarkUnsaved(place: string, isUnsaved: boolean) {
  const mark = use(MarkContext);
  useEffect(() => (isUnsaved ? mark(place) : undefined), [mark, place, isUnsaved]);
}
