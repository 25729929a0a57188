import { createElement, lazy, useState, type ComponentType } from 'react';
import { serverAnswers } from './reload';

/** How often a server that is gone is asked again. */
export const ASK_AGAIN_MS = 3000;

/** Tries until it works, as long as the server is gone. What fails though it answers has failed. */
async function untilServerAnswers(load: () => Promise<void>): Promise<void> {
  try {
    return await load();
  } catch {
    // oxlint-disable-next-line no-await-in-loop -- asked again only after the answer
    while (!(await serverAnswers())) {
      // oxlint-disable-next-line no-await-in-loop -- a pause between two questions
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
    return load();
  }
}

/** What is needed before the code of a part: see missingStyles.ts, which visitors need not load. */
let loadFirst: (() => Promise<unknown>) | undefined;

export function beforeEachPart(load: typeof loadFirst) {
  loadFirst = load;
}

/**
 * A component whose code is loaded when it is first needed. Without the server it is not shown until
 * the server is back, and the page around it stays. `preload` fails where the code does not come.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  const loadPart = async () => {
    await loadFirst?.();
    loaded = await load();
  };
  const preload = async (): Promise<void> => {
    if (loaded !== undefined) return;
    loading ??= loadPart().finally(() => {
      loading = undefined;
    });
    await loading;
  };
  const Waiting = lazy(async () => {
    await untilServerAnswers(preload);
    return { default: loaded as ComponentType<Props> };
  });
  function LazyPart(props: Props) {
    // What began as the one does not become the other, which would lose its state.
    const [component] = useState(() => loaded ?? Waiting);
    return createElement<Props>(component as ComponentType<Props>, props);
  }
  return Object.assign(LazyPart, { preload });
}
