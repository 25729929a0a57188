import { Combobox, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Customer } from '@/api/customers';
import { LoadFailure } from '@/components/LoadFailure';
import { m } from '@/paraglide/messages';
import { CustomerLine } from './CustomerLine';
import classes from './CustomerPicker.module.css';
import type { PickerCustomers } from './usePickerCustomers';

/** The option that opens the form of a new customer. */
export const ADD_NEW = 'new';
/** The option that fetches more of what the search found. */
export const SHOW_MORE = 'more';

/** What can be picked now, and how many there are for those who do not see them. */
export function PickerOptions({ customers }: { customers: PickerCustomers }) {
  const { search, own, others, error, retry } = customers;
  const count = own.length + others.length;
  return (
    <>
      <VisuallyHidden role="status">
        {search.settled && m.customers_picker_options({ count })}
      </VisuallyHidden>
      <Combobox.Options aria-label={m.customers_picker()} className={classes.options}>
        {own.length > 0 && (
          <Combobox.Group label={m.customers_picker_own()}>{own.map(option)}</Combobox.Group>
        )}
        {others.length > 0 && (
          <Combobox.Group label={m.customers_picker_others()}>{others.map(option)}</Combobox.Group>
        )}
        {search.hasMore && (
          <Combobox.Option value={SHOW_MORE} disabled={search.loadingMore}>
            {m.customers_search_part({ total: search.total, count: search.found?.length ?? 0 })}{' '}
            <Text component="span" fw={600}>
              {m.provider_show_more()}
            </Text>
          </Combobox.Option>
        )}
        {count === 0 && <Combobox.Empty>{emptyText(customers)}</Combobox.Empty>}
        {search.settled && (
          <Combobox.Option value={ADD_NEW} className={classes.add}>
            <IconPlus size={18} aria-hidden="true" />
            <Text component="span" fw={600} lineClamp={1}>
              {m.customers_add_named({ searched: search.crit })}
            </Text>
          </Combobox.Option>
        )}
      </Combobox.Options>
      {error !== null && (
        <Combobox.Footer>
          <LoadFailure error={error} retry={retry} />
        </Combobox.Footer>
      )}
    </>
  );
}

function option(customer: Customer) {
  return (
    <Combobox.Option key={customer.id} value={customer.id}>
      <CustomerLine customer={customer} />
    </Combobox.Option>
  );
}

function emptyText({ search, loading }: PickerCustomers): string {
  if (search.settled) return m.customers_search_nothing({ searched: search.crit });
  if (search.searching) return m.customers_picker_searching();
  if (search.typed.trim() !== '') return m.customers_search_too_short();
  return loading ? m.loading() : m.customers_picker_start();
}
