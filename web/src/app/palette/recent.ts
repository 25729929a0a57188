import { readStored, remove, store } from '@/lib/storage';

const STORAGE_KEY = 'liksa-palette-recent';
const KEPT = 5;

/** Something chosen in the palette, as it was called then. */
export interface RecentChoice {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
}

function isChoice(value: unknown): value is RecentChoice {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'label' in value &&
    typeof value.label === 'string' &&
    (!('detail' in value) || typeof value.detail === 'string')
  );
}

/** The latest choices of this tab, the last first. Kept in the tab, for they name customers. */
export function recentChoices(): RecentChoice[] {
  try {
    const kept: unknown = JSON.parse(readStored(() => sessionStorage, STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isChoice).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberChoice({ id, label, detail }: RecentChoice) {
  const choice = { id, label, ...(detail !== undefined && { detail }) };
  const others = recentChoices().filter((one) => one.id !== id);
  const kept = JSON.stringify([choice, ...others].slice(0, KEPT));
  store(() => sessionStorage, STORAGE_KEY, kept);
}

export function forgetChoices() {
  remove(() => sessionStorage, STORAGE_KEY);
}
