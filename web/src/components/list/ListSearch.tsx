import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTypedSearch } from '../useTypedSearch';

interface Props {
  label: string;
  /** What the list is searched for now. */
  asked: string;
  ask: (search: string) => void;
}

/** Where one types what to look for in a list, which follows a moment later. */
export function ListSearch({ label, asked, ask }: Props) {
  const [typed, setTyped] = useTypedSearch(asked, ask);
  return (
    <TextInput
      type="search"
      maw={480}
      label={label}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
