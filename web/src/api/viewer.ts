import { useQuery } from '@tanstack/react-query';
import type { Viewer } from '@/lib/routes';
import { appInfoQuery } from './app';
import { useSession, type User } from './session';

export function isWorker(user: User | null | undefined): boolean {
  return user?.roles.includes('ROLE_USER') ?? false;
}

export function isStaff(user: User | null | undefined): boolean {
  return user?.roles.some((role) => role !== 'ROLE_USER') ?? false;
}

/** Who is looking, for deciding which links to show. */
export function useViewer(): Viewer {
  const user = useSession();
  const { data: app } = useQuery(appInfoQuery);
  return {
    signedIn: user !== null && user !== undefined,
    worker: isWorker(user),
    staff: isStaff(user),
    demo: app?.demo ?? false,
  };
}
