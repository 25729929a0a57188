import { Button, Checkbox, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rolesQuery, useSaveRoles, type Role } from '@/api/providerPeople';
import { ChangedNote } from '@/components/ChangedNote';
import { LoadFailure } from '@/components/LoadFailure';
import { saveForm } from '@/components/saveForm';
import { useKeptForm } from '@/components/useKeptForm';
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
  return <Choice personId={personId} roles={roles} />;
}

type Fields = Readonly<Record<Role, 'yes' | 'no'>>;

function fieldsOf(roles: readonly Role[]): Fields {
  const choices = ROLES.map((role) => [role, roles.includes(role) ? 'yes' : 'no']);
  return Object.fromEntries(choices) as Fields;
}

function Choice({ personId, roles }: { personId: string; roles: readonly Role[] }) {
  const saving = useSaveRoles(personId);
  const saved = fieldsOf(roles);
  const { form, kept, takeSaved, accept } = useKeptForm(saved);
  const chosen = ROLES.filter((role) => form.fields[role] === 'yes');
  return (
    <form {...saveForm(form, saving, chosen, () => accept())}>
      <Stack gap="sm">
        <ChangedNote
          fields={(kept as Role[]).map((role) => ({
            label: ROLE_NAMES[role](),
            saved: saved[role] === 'yes' ? m.invoice_yes() : m.invoice_no(),
          }))}
          take={takeSaved}
        />
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            label={ROLE_NAMES[role]()}
            checked={form.fields[role] === 'yes'}
            onChange={({ currentTarget: { checked } }) =>
              form.change({ [role]: checked ? 'yes' : 'no' })
            }
          />
        ))}
        <Button type="submit" size="sm" loading={saving.isPending}>
          {m.providerpeople_roles_save()}
        </Button>
      </Stack>
    </form>
  );
}
