import type { Viewer } from '@/lib/access';
import type { components } from './schema';

type User = components['schemas']['User'];

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

export function viewerOf(user: User | null | undefined, demo: boolean): Viewer {
  return { signedIn: user !== null && user !== undefined, roles: user?.roles ?? [], demo };
}
