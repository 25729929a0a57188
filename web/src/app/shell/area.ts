import { mayOpen, type Viewer } from '@/lib/access';

/** own: a worker's invoices; provider: the work of the staff. Each has a menu of its own. */
export type Area = 'own' | 'provider';

/** Staff who do not invoice are always at the provider's area; the others where the page is. */
export function areaAt(path: string, viewer: Viewer): Area {
  if (!mayOpen('staff', viewer)) return 'own';
  const providerPage = path === '/provider' || path.startsWith('/provider/');
  return providerPage || !mayOpen('worker', viewer) ? 'provider' : 'own';
}
