import { useRouter, type RegisteredRouter } from '@tanstack/react-router';
import { useViewer } from '@/api/viewer';
import { mayOpen, type Access } from '@/lib/access';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Users that may open the page; the page table in `app` says it of every page. */
    access?: Access;
    title?: () => string;
  }
}

/** Tells which pages the current user may open, so that links to the others are left out. */
export function useMayOpen(): (path: keyof RegisteredRouter['routesByPath']) => boolean {
  const viewer = useViewer();
  const { routesByPath } = useRouter();
  return (path) => {
    const access = routesByPath[path].options.staticData?.access;
    return access !== undefined && mayOpen(access, viewer);
  };
}
