type Role = 'ROLE_USER' | 'ROLE_CLERK' | 'ROLE_PAYROLL' | 'ROLE_ADMIN';

/** The roles that open a page; one of them is enough. */
const ROLES_OF = {
  worker: ['ROLE_USER'],
  staff: ['ROLE_CLERK', 'ROLE_PAYROLL', 'ROLE_ADMIN'],
  clerk: ['ROLE_CLERK'],
  payroll: ['ROLE_PAYROLL'],
  people: ['ROLE_PAYROLL', 'ROLE_ADMIN'],
  admin: ['ROLE_ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

type RoleAccess = keyof typeof ROLES_OF;

/** public: anyone; private: signed in; demo: anyone, in demo mode; the others: by role. */
export type Access = 'public' | 'private' | 'demo' | RoleAccess;

/** The current user, as far as access is concerned. */
export interface Viewer {
  readonly signedIn: boolean;
  readonly roles: readonly Role[];
  readonly demo: boolean;
}

/** Whether a page is for users of certain roles. */
export function needsRole(access: Access): access is RoleAccess {
  return Object.hasOwn(ROLES_OF, access);
}

/** Whether a page is for signed-in users only. */
export function needsSession(access: Access): boolean {
  return access === 'private' || needsRole(access);
}

export function mayOpen(access: Access, viewer: Viewer): boolean {
  if (needsRole(access)) return ROLES_OF[access].some((role) => viewer.roles.includes(role));
  switch (access) {
    case 'public':
      return true;
    case 'private':
      return viewer.signedIn;
    case 'demo':
      return viewer.demo;
  }
}
