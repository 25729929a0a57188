import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconEye, IconPencil, IconTrash, type Icon } from '@tabler/icons-react';
import type { Customer } from '@/api/customers';
import { m } from '@/paraglide/messages';

export interface CustomerActions {
  onShow: (customer: Customer) => void;
  onEdit: (customer: Customer) => void;
  onRemove: (customer: Customer) => void;
}

interface Props {
  customer: Customer;
  actions: CustomerActions;
}

/** The actions on a saved customer. */
export function RowActions({ customer, actions }: Props) {
  const { name } = customer;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <RowAction
        icon={IconEye}
        label={m.customers_view()}
        name={m.customers_view_of({ name })}
        onClick={() => actions.onShow(customer)}
      />
      <RowAction
        icon={IconPencil}
        label={m.customers_edit()}
        name={m.customers_edit_of({ name })}
        onClick={() => actions.onEdit(customer)}
      />
      <RowAction
        icon={IconTrash}
        label={m.customers_remove()}
        name={m.customers_remove_of({ name })}
        onClick={() => actions.onRemove(customer)}
      />
    </Group>
  );
}

interface ActionProps {
  icon: Icon;
  /** Shown on pointing at it. */
  label: string;
  /** Said to those who do not see which row it stands on. */
  name: string;
  onClick: () => void;
}

function RowAction({ icon: ActionSign, label, name, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={name} onClick={onClick}>
        <ActionSign size={20} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
