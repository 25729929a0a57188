import { useSyncExternalStore } from 'react';
import { readStored, store } from './storage';

/** The visitor's answer to whether an advertiser may learn of the visit. */
export type Consent = 'given' | 'refused';

const STORAGE_KEY = 'liksa-consent';
const device = () => localStorage;
const listeners = new Set<() => void>();

/** The answer where the browser keeps nothing: it holds until the page is left. */
let unkept: Consent | undefined;

function readConsent(): Consent | undefined {
  const text = readStored(device, STORAGE_KEY);
  return text === 'given' || text === 'refused' ? text : unkept;
}

export function decideConsent(consent: Consent): void {
  unkept = store(device, STORAGE_KEY, consent) ? undefined : consent;
  for (const tell of listeners) tell();
}

/** Tells of answers given on this page and in other tabs. */
function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  window.addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    window.removeEventListener('storage', tell);
  };
}

/** The answer of this device; undefined when it has not been asked. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore(subscribe, readConsent);
}
