import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';

/** The pages of the entrance. */
export const ENTRANCE_PAGES = {
  '/login': lazyPart(async () => (await import('@/features/login/LoginPage')).LoginPage),
  '/register': lazyPart(async () => (await import('./register')).RegisterPage),
} as const;

export const TITLES = { '/login': m.page_login, '/register': m.page_register } as const;

export function isEntrance(path: string): path is keyof typeof ENTRANCE_PAGES {
  return Object.hasOwn(ENTRANCE_PAGES, path);
}
