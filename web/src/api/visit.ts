import { createContext, use } from 'react';
import type { SessionEnd } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

/** What the pages for visitors need of the server, with or without the cache of the app. */
export interface Visit {
  /** About this installation; undefined until it is known. */
  readonly app: Schemas['AppInfo'] | undefined;
  /** Why the last session ended; null when none has. */
  readonly sessionEnd: SessionEnd | null;
  /** Answers the user, who is signed in only if strongly identified. */
  readonly signIn: (credentials: Schemas['Credentials']) => Promise<Schemas['User']>;
  readonly register: (registration: Schemas['Registration']) => Promise<void>;
}

const VisitContext = createContext<Visit | undefined>(undefined);

export const VisitProvider = VisitContext.Provider;

export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (visit === undefined) throw new Error('there is no VisitProvider');
  return visit;
}
