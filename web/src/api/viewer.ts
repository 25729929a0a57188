import { useQuery } from '@tanstack/react-query';
import type { Viewer } from '@/lib/access';
import { appInfoQuery } from './app';
import { viewerOf } from './roles';
import { useSession } from './session';

export { homeOf, isStaff, isWorker, viewerOf } from './roles';

/** Who is looking, for deciding which links to show. */
export function useViewer(): Viewer {
  const user = useSession();
  const { data: app } = useQuery(appInfoQuery);
  return viewerOf(user, app?.demo ?? false);
}
