import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { appInfoQuery } from '@/api/app';
import { sessionQuery, type User } from '@/api/session';
import { safeNextPath } from '@/lib/nextPath';
import { mayOpen, needsSession, routeInfo, type RoutePath } from '@/lib/routes';
import { homeOf, isStaff, isWorker, viewerOf } from '@/api/viewer';

interface Destination {
  readonly path: RoutePath;
  /** The whole address, with its search and hash. */
  readonly href: string;
  readonly next: string | undefined;
}

const ONLY_FOR_VISITORS: ReadonlySet<RoutePath> = new Set(['/login', '/register']);

/** Lets a person through to a page, or throws where they belong instead. */
export async function guard(queryClient: QueryClient, { path, href, next }: Destination) {
  const { access } = routeInfo(path);
  const user = await whoIsThere(queryClient, needsSession(access));

  if (user !== null && ONLY_FOR_VISITORS.has(path)) {
    throw redirect({ href: safeNextPath(next) ?? homeOf(user), replace: true });
  }
  if (user === null && needsSession(access)) {
    throw redirect({ to: '/login', search: href === '/' ? {} : { next: href }, replace: true });
  }
  // The worker's home page says nothing to staff who do not invoice.
  if (path === '/' && isStaff(user) && !isWorker(user)) {
    throw redirect({ to: '/provider', replace: true });
  }
  const demo = access === 'demo' && (await queryClient.ensureQueryData(appInfoQuery)).demo;
  if (mayOpen(access, viewerOf(user, demo))) return;
  // The page that says so tells the staff, who know the others' work, whom a page is for.
  throw notFound({ data: access });
}

/** A public page opens even when nobody can say who is looking; a private one must not. */
async function whoIsThere(queryClient: QueryClient, mustKnow: boolean): Promise<User | null> {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (problem) {
    if (mustKnow) throw problem;
    return null;
  }
}
