import { Button, Center, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Customer } from '@/api/customers';
import { LoadFailure } from '@/components/LoadFailure';
import { m } from '@/paraglide/messages';
import { CustomerLine } from './CustomerLine';
import classes from './SearchResults.module.css';
import type { CustomerSearch } from './useCustomerSearch';

interface Props {
  search: CustomerSearch;
  /** What can be done with one that was found. */
  renderAction: (customer: Customer) => ReactNode;
}

/** What a search found, said aloud too. Nothing before the first search. */
export function SearchResults({ search, renderAction }: Props) {
  const { found, error, searchNow, hasMore, loadingMore, loadMore } = search;
  return (
    <div>
      <Text role="status" size="sm" c="dimmed">
        {statusText(search)}
      </Text>
      {error !== null && <LoadFailure error={error} retry={searchNow} />}
      {error === null && found !== undefined && found.length > 0 && (
        <ul className={classes.results} aria-label={m.customers_search_results()}>
          {found.map((customer) => (
            <li key={customer.id} className={classes.result}>
              <CustomerLine customer={customer} />
              <div className={classes.action}>{renderAction(customer)}</div>
            </li>
          ))}
        </ul>
      )}
      {error === null && hasMore && (
        <Center mt="sm">
          <Button variant="default" size="sm" loading={loadingMore} onClick={loadMore}>
            {m.provider_show_more()}
          </Button>
        </Center>
      )}
    </div>
  );
}

function statusText({ typed, tooShort, settled, found, total, crit }: CustomerSearch): string {
  if (tooShort) return typed.trim() === '' ? '' : m.customers_search_too_short();
  if (!settled || found === undefined) return '';
  if (found.length < total) return m.customers_search_part({ total, count: found.length });
  return total === 0
    ? `${m.customers_search_nothing({ searched: crit })} ${m.customers_search_nothing_help()}`
    : m.customers_search_found({ count: total });
}
