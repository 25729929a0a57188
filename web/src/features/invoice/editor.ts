import { createContext, use, useSyncExternalStore } from 'react';
import { keyText } from '@/domain/bills/reasonText';
import type { Engine } from './autosave/engine';
import { isLocked, type Machine } from './autosave/machine';
import type { Draft } from './draft/draft';
import type { OpenDialog } from './rows/openDialog';

/** What every part of the editor works with. The engine stays the same while one bill is open. */
export interface Editor {
  readonly engine: Engine;
  /** DD.MM.YYYY, by the server's calendar. */
  readonly today: string;
  /** Which dialog of a row is open. */
  readonly dialog: OpenDialog;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (editor === null) throw new Error('this belongs inside the editor');
  return editor;
}

/** A part of the state. The component renders anew only when that very part is another. */
export function useMachine<Part>(select: (machine: Machine) => Part): Part {
  const { engine } = useEditor();
  return useSyncExternalStore(engine.subscribe, () => select(engine.machine()));
}

export function useDraft<Part>(select: (draft: Draft) => Part): Part {
  return useMachine(({ draft }) => select(draft));
}

/** Whether the bill is only to be looked at. */
export function useLocked(): boolean {
  return useMachine(isLocked);
}

/** The text of what was found wrong at a place. */
export function useProblem(place: string): string | undefined {
  const key = useMachine(({ problems }) => problems[place]);
  return key === undefined ? undefined : keyText(key);
}
