import { useQuery } from '@tanstack/react-query';
import type { Viewer } from '@/lib/access';
import { appInfoQuery } from './app';
import { useSession, type User } from './session';

export function isWorker(user: User | null | undefined): boolean {
  return user?.roles.includes('ROLE_USER') ?? false;
}

export function isStaff(user: User | null | undefined): boolean {
  return user?.roles.some((role) => role !== 'ROLE_USER') ?? false;
}

/** The start page of a user: staff begin at the provider's dashboard. */
export function homeOf(user: User): '/' | '/provider' {
  return isStaff(user) ? '/provider' : '/';
}

/** Who is looking, for deciding which links to show. */
export function useViewer(): Viewer {
  const user = useSession();
  const { data: app } = useQuery(appInfoQuery);
  return viewerOf(user, app?.demo ?? false);
}

export function viewerOf(user: User | null | undefined, demo: boolean): Viewer {
  return { signedIn: user !== null && user !== undefined, roles: user?.roles ?? [], demo };
}
