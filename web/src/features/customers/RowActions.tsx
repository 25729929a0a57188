import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { IconDots, IconEye, IconPencil, IconTrash, type Icon } from '@tabler/icons-react';
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
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={m.customers_more_of({ name })}
          >
            <IconDots size={20} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => actions.onRemove(customer)}
          >
            {m.customers_remove()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
