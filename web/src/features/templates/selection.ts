import type { Template } from '@/api/templates';

type Ids = ReadonlySet<string>;

/** What the button above the list does next. */
export type Step = 'all' | 'hidden' | 'none';

function idsOf(templates: readonly Template[]): Ids {
  return new Set(templates.map(({ id }) => id));
}

function same(a: Ids, b: Ids): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/** Those that a step selects. */
export function selectedBy(step: Step, templates: readonly Template[]): Ids {
  switch (step) {
    case 'all':
      return idsOf(templates);
    case 'hidden':
      return idsOf(templates.filter(({ showInResult }) => !showInResult));
    case 'none':
      return new Set();
  }
}

/**
 * From all to those alone that the picker does not show, from those to none, and from anything else
 * to all. A step that would change nothing is left out.
 */
export function nextStep(selected: Ids, templates: readonly Template[]): Step {
  const hidden = selectedBy('hidden', templates);
  if (same(selected, selectedBy('all', templates))) {
    return hidden.size > 0 && !same(selected, hidden) ? 'hidden' : 'none';
  }
  return hidden.size > 0 && same(selected, hidden) ? 'none' : 'all';
}
