import { Button, Checkbox, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rolesQuery, useSaveRoles, type Role } from '@/api/providerPeople';
import { LoadFailure } from '@/components/LoadFailure';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

const ROLE_NAMES: Readonly<Record<Role, () => string>> = {
  ROLE_USER: m.providerpeople_role_user,
  ROLE_CLERK: m.providerpeople_role_clerk,
  ROLE_PAYROLL: m.providerpeople_role_payroll,
  ROLE_ADMIN: m.providerpeople_role_admin,
};

const ROLES = Object.keys(ROLE_NAMES) as readonly Role[];

/** What the person may do. */
export function RolesForm({ personId }: { personId: string }) {
  const { data: roles, error, refetch } = useQuery(rolesQuery(personId));
  if (error !== null && roles === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (roles === undefined) return <Skeleton height={160} role="status" aria-label={m.loading()} />;
  return <Choice key={roles.join(' ')} personId={personId} roles={roles} />;
}

function Choice({ personId, roles }: { personId: string; roles: readonly Role[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<Role>>(new Set(roles));
  const { mutate, isPending } = useSaveRoles(personId);
  const choose = (role: Role, has: boolean) => {
    const next = new Set(chosen);
    if (has) next.add(role);
    else next.delete(role);
    setChosen(next);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(
          ROLES.filter((role) => chosen.has(role)),
          {
            onSuccess: () => notifyText('success', m.providerpeople_saved()),
            onError: tellProblem,
          },
        );
      }}
    >
      <Stack gap="sm">
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            label={ROLE_NAMES[role]()}
            checked={chosen.has(role)}
            onChange={({ currentTarget }) => choose(role, currentTarget.checked)}
          />
        ))}
        <Button type="submit" size="sm" loading={isPending}>
          {m.providerpeople_roles_save()}
        </Button>
      </Stack>
    </form>
  );
}
