import type { ReactNode } from 'react';
import { routeInfo, type RoutePath } from '@/lib/routes';

/** Shows what leads to a page only when that page exists. */
export function IfBuilt({ path, children }: { path: RoutePath; children: ReactNode }) {
  return routeInfo(path).built ? children : null;
}
