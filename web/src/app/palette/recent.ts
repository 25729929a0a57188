import { readStored, remove, store } from '@/lib/storage';

const STORAGE_KEY = 'liksa-palette-recent';
const MOST_CHOICES = 5;

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

/** The latest choices, newest first. Stored for the tab only, since they name customers. */
export function recentChoices(): RecentChoice[] {
  try {
    const stored: unknown = JSON.parse(readStored(() => sessionStorage, STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isChoice).slice(0, MOST_CHOICES) : [];
  } catch {
    return [];
  }
}

export function rememberChoice({ id, label, detail }: RecentChoice) {
  const choice = { id, label, ...(detail !== undefined && { detail }) };
  const others = recentChoices().filter((one) => one.id !== id);
  const choices = JSON.stringify([choice, ...others].slice(0, MOST_CHOICES));
  store(() => sessionStorage, STORAGE_KEY, choices);
}

export function forgetChoices() {
  remove(() => sessionStorage, STORAGE_KEY);
}
