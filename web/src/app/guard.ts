import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { appInfoQuery } from '@/api/app';
import { sessionQuery, type User } from '@/api/session';
import { mayOpen, needsSession, type Access } from '@/lib/access';
import { safeNextPath } from '@/lib/nextPath';
import type { PagePath } from './pages/pages';
import { homeOf, isStaff, isWorker, viewerOf } from '@/api/viewer';

interface Destination {
  readonly path: PagePath;
  readonly access: Access;
  /** The whole address, with its search and hash. */
  readonly href: string;
  readonly next: string | undefined;
}

const ONLY_FOR_VISITORS: ReadonlySet<PagePath> = new Set(['/login', '/register']);

/** Lets the user through to a page and returns them, or throws the redirect to where they belong. */
export async function guard(
  queryClient: QueryClient,
  { path, access, href, next }: Destination,
): Promise<User | null> {
  const user = await userOrVisitor(queryClient, needsSession(access));

  if (user !== null && ONLY_FOR_VISITORS.has(path)) {
    throw redirect({ href: safeNextPath(next) ?? homeOf(user), replace: true });
  }
  if (user === null && href === '/' && (await beginsAtLanding(queryClient))) {
    throw redirect({ href: '/landing', reloadDocument: true });
  }
  if (user === null && needsSession(access)) {
    throw redirect({ to: '/login', search: href === '/' ? {} : { next: href }, replace: true });
  }
  // The worker's home page says nothing to staff who do not invoice.
  if (path === '/' && isStaff(user) && !isWorker(user)) {
    throw redirect({ to: '/provider', replace: true });
  }
  const demo = access === 'demo' && (await queryClient.ensureQueryData(appInfoQuery)).demo;
  if (mayOpen(access, viewerOf(user, demo))) return user;
  // The not-found page tells the staff which role the page is for.
  throw notFound({ data: access });
}

/** Whether visitors begin at the landing page, which the server writes. Where that is unknown they sign in. */
async function beginsAtLanding(queryClient: QueryClient): Promise<boolean> {
  try {
    return (await queryClient.ensureQueryData(appInfoQuery)).frontPage === 'landing';
  } catch {
    return false;
  }
}

/** A public page opens even when the session is unknown; a private one does not. */
async function userOrVisitor(queryClient: QueryClient, mustKnow: boolean): Promise<User | null> {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (problem) {
    if (mustKnow) throw problem;
    return null;
  }
}
