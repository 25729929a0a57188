import { Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState, type RefObject } from 'react';
import { openBillsQuery } from '@/api/payments';
import { LoadFailure } from '@/components/LoadFailure';
import { KeyHint } from '@/components/shortcuts/KeyHint';
import { useTypedSearch } from '@/components/useTypedSearch';
import { m } from '@/paraglide/messages';
import { BillChoices, type Choices } from './BillChoices';
import classes from './Payment.module.css';

interface Props {
  inputRef: RefObject<HTMLInputElement | null>;
  choices: Choices;
}

/** Finds any other bill on which something is owed. */
export function BillSearch({ inputRef, choices }: Props) {
  const [asked, ask] = useState('');
  const [typed, type] = useTypedSearch(asked, ask);
  const { data, error, refetch, isFetching } = useQuery({
    ...openBillsQuery(asked),
    placeholderData: keepPreviousData,
  });
  const bills = asked === '' ? [] : (data?.bills ?? []);
  return (
    <Paper component="section" withBorder p="md" className={classes.part}>
      <Title order={2} size="h4" mb="sm">
        {m.providermoney_part_search()}
      </Title>
      <Stack gap="sm" aria-busy={isFetching}>
        <TextInput
          ref={inputRef}
          type="search"
          size="sm"
          label={m.providermoney_search()}
          description={m.providermoney_search_help()}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          rightSection={<KeyHint name={m.providermoney_search_key()} />}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.blur();
          }}
        />
        {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
        <div role="status">
          {asked !== '' && data !== undefined && bills.length === 0 && (
            <Text c="dimmed">{m.providermoney_search_nothing({ search: asked })}</Text>
          )}
        </div>
        {bills.length > 0 && (
          <BillChoices label={m.providermoney_part_search()} bills={bills} choices={choices} />
        )}
      </Stack>
    </Paper>
  );
}
