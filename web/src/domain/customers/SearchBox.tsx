import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { m } from '@/paraglide/messages';
import classes from './SearchBox.module.css';
import type { CustomerSearch } from './useCustomerSearch';

interface Props {
  search: CustomerSearch;
  /** What the box is called among the landmarks of the page. */
  name: string;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** Where one types what to search the register for. Enter and the button search at once. */
export function SearchBox({ search, name, inputRef }: Props) {
  return (
    <form
      role="search"
      aria-label={name}
      className={classes.box}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        search.searchNow();
      }}
    >
      <TextInput
        ref={inputRef}
        type="search"
        label={m.customers_search()}
        value={search.typed}
        onChange={({ currentTarget }) => search.type(currentTarget.value)}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        autoComplete="off"
        spellCheck={false}
        className={classes.field}
        data-autofocus
      />
      <Button type="submit" variant="default" loading={search.searching}>
        {m.customers_search_button()}
      </Button>
    </form>
  );
}
