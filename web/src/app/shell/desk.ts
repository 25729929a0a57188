import { mayOpen, type Viewer } from '@/lib/routes';

/** own: a worker's invoices; provider: the work of the staff. Each has a menu of its own. */
export type Desk = 'own' | 'provider';

/** Staff who do not invoice are always at the provider's desk; the others where the page is. */
export function deskAt(path: string, viewer: Viewer): Desk {
  if (!mayOpen('staff', viewer)) return 'own';
  const providerPage = path === '/provider' || path.startsWith('/provider/');
  return providerPage || !mayOpen('worker', viewer) ? 'provider' : 'own';
}
