import { ActionIcon, Badge, Button, Stack, Title, Tooltip } from '@mantine/core';
import { IconCheck, IconEye, IconPlus, IconUserPlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { Customer } from '@/api/customers';
import { SearchBox } from '@/domain/customers/SearchBox';
import { SearchResults } from '@/domain/customers/SearchResults';
import type { CustomerSearch } from '@/domain/customers/useCustomerSearch';
import { m } from '@/paraglide/messages';
import classes from './FindCustomer.module.css';

interface Props {
  search: CustomerSearch;
  searchField: RefObject<HTMLInputElement | null>;
  onAddToList: (customer: Customer) => void;
  onShow: (customer: Customer) => void;
  onCreate: () => void;
}

/** The search of the shared register, and the way to a customer that is not in it. */
export function FindCustomer({ search, searchField, onAddToList, onShow, onCreate }: Props) {
  return (
    <Stack gap="md">
      <Title order={2}>{m.customers_search_title()}</Title>
      <div className={classes.find}>
        <div className={classes.search}>
          <SearchBox search={search} name={m.customers_search_title()} inputRef={searchField} />
        </div>
        <Button leftSection={<IconUserPlus size={20} aria-hidden="true" />} onClick={onCreate}>
          {m.customers_add()}
        </Button>
      </div>
      <SearchResults
        search={search}
        renderAction={(customer) => (
          <>
            <Tooltip label={m.customers_view()}>
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={m.customers_view_of({ name: customer.name })}
                onClick={() => onShow(customer)}
              >
                <IconEye size={20} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
            <AddToList customer={customer} onAdd={onAddToList} />
          </>
        )}
      />
    </Stack>
  );
}

function AddToList({ customer, onAdd }: { customer: Customer; onAdd: Props['onAddToList'] }) {
  if (customer.saved) {
    return (
      <Badge variant="light" size="lg" leftSection={<IconCheck size={14} aria-hidden="true" />}>
        {m.customers_on_list()}
      </Badge>
    );
  }
  return (
    <Button
      size="sm"
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-label={m.customers_add_to_list_of({ name: customer.name })}
      onClick={() => onAdd(customer)}
    >
      {m.customers_add_to_list()}
    </Button>
  );
}
