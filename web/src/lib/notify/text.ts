import { catalogue, type NotificationKey } from './catalogue';

const LOCALIZED_PREFIX = 'LOCALIZED!';

function isKnown(key: string): key is NotificationKey {
  return Object.hasOwn(catalogue, key);
}

/** The text of a key in the current language. A key nobody knows asks to contact the support. */
export function textOf(key: string): string {
  const bare = key.startsWith(LOCALIZED_PREFIX) ? key.slice(LOCALIZED_PREFIX.length) : key;
  return isKnown(bare) ? catalogue[bare]() : catalogue.contactAdmin();
}
