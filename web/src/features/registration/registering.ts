import type { RegisteringUser } from '@/api/registration';
import { readStored, remove, store } from '@/lib/storage';

const STORAGE_KEY = 'liksa-registering';
const tab = () => sessionStorage;

/** Keeps who is registering in this tab, from the bank to the terms, so that a reload loses nothing. */
export function keepRegistering(user: RegisteringUser) {
  store(tab, STORAGE_KEY, JSON.stringify(user));
}

export function readRegistering(): RegisteringUser | undefined {
  const text = readStored(tab, STORAGE_KEY);
  if (text === null) return undefined;
  try {
    const user: unknown = JSON.parse(text);
    return isRegistering(user) ? user : undefined;
  } catch {
    return undefined;
  }
}

export function forgetRegistering() {
  remove(tab, STORAGE_KEY);
}

function isRegistering(user: unknown): user is RegisteringUser {
  return (
    typeof user === 'object' &&
    user !== null &&
    'email' in user &&
    typeof user.email === 'string' &&
    'passwordNeeded' in user &&
    typeof user.passwordNeeded === 'boolean'
  );
}
