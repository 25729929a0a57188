import { Button, Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  SHORTEST_NAME,
  subcontractorsQuery,
  useInviteSubcontractor,
  type Subcontractor,
} from '@/api/shares';
import { focusWhenShown } from '@/components/focusWhenShown';
import { LoadFailure } from '@/components/LoadFailure';
import { tellProblem } from '@/components/tellProblem';
import { isEmail } from '@/lib/email';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

const PAUSE_IN_TYPING_MS = 500;
const LONGEST_SEARCH = 254;

interface Props {
  value: Subcontractor | null;
  onChange: (subcontractor: Subcontractor | null) => void;
  /** What is wrong with the choice. */
  error: string | undefined;
}

/** Finds a worker by exact e-mail address, or by name among those one has shared with; others are invited by mail. */
export function SubcontractorPicker({ value, onChange, error }: Props) {
  // What comes in place of the field that had the focus takes it over.
  const [moved, setMoved] = useState(false);
  const focus = moved ? focusWhenShown : undefined;
  const choose = (chosen: Subcontractor | null) => {
    setMoved(true);
    onChange(chosen);
  };
  return value === null ? (
    <Search focus={focus} onPick={choose} error={error} />
  ) : (
    <TextInput
      label={m.sharing_who()}
      value={value.fullName}
      readOnly
      error={error}
      description={value.email}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSectionWidth="auto"
      rightSection={
        <Button ref={focus} size="compact-sm" variant="subtle" mr={6} onClick={() => choose(null)}>
          {m.sharing_who_change()}
        </Button>
      }
    />
  );
}

/** What was typed, what was found for it, and whether it is found out already. */
function useSearch() {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE_IN_TYPING_MS);
  const { data, error, isFetching, refetch } = useQuery(subcontractorsQuery(asked));
  const tooShort = wanted.length < SHORTEST_NAME;
  const current = asked === wanted && !tooShort;
  return {
    typed,
    type: setTyped,
    wanted,
    tooShort,
    found: current ? data : undefined,
    searching: !tooShort && (!current || isFetching),
    failure: current && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}

type Searching = ReturnType<typeof useSearch>;

interface SearchProps {
  focus: typeof focusWhenShown | undefined;
  onPick: (one: Subcontractor) => void;
  error: string | undefined;
}

function Search({ focus, onPick, error }: SearchProps) {
  const search = useSearch();
  const { typed, type, wanted, found } = search;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const pick = (id: string) => {
    const chosen = found?.find((one) => one.id === id);
    if (chosen !== undefined) onPick(chosen);
  };
  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false}>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={focus}
            label={m.sharing_who()}
            placeholder={m.sharing_who_hint()}
            description={m.sharing_who_help()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={error}
            maxLength={LONGEST_SEARCH}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => {
              type(currentTarget.value);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onBlur={() => combobox.closeDropdown()}
            onClick={() => {
              if (found !== undefined && found.length > 0) combobox.openDropdown();
            }}
            rightSection={search.searching && <Loader size="xs" aria-hidden="true" />}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={found === undefined || found.length === 0}>
          <Combobox.Options aria-label={m.sharing_who()}>
            {found?.map((one) => (
              <Combobox.Option key={one.id} value={one.id}>
                <Text fw={600}>{one.fullName}</Text>
                <Text size="sm" c="dimmed">
                  {one.email}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Group gap="xs" mt={4} role="status">
        <Text size="sm" c="dimmed">
          {standing(search)}
        </Text>
      </Group>
      {search.failure !== null && <LoadFailure error={search.failure} retry={search.retry} />}
      {found?.length === 0 && isEmail(wanted) && <Invitation key={wanted} email={wanted} />}
    </div>
  );
}

function standing({ wanted, tooShort, searching, found }: Searching): string {
  if (wanted === '') return '';
  if (tooShort) return m.sharing_who_short({ least: SHORTEST_NAME });
  if (searching) return m.sharing_who_searching();
  if (found === undefined) return '';
  if (found.length > 0) return m.sharing_who_found({ count: found.length });
  return isEmail(wanted)
    ? m.sharing_who_none_email({ email: wanted })
    : m.sharing_who_none({ query: wanted });
}

function Invitation({ email }: { email: string }) {
  const inviting = useInviteSubcontractor();
  if (inviting.isSuccess) return <Text size="sm">{m.sharing_invited({ email })}</Text>;
  const invite = () => {
    inviting.mutate(
      { email },
      {
        onSuccess: () => notifyText('success', m.sharing_invited({ email })),
        onError: tellProblem,
      },
    );
  };
  return (
    <Button
      size="compact-sm"
      variant="light"
      mt={4}
      h="auto"
      mih={30}
      styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
      loading={inviting.isPending}
      leftSection={<IconMail size={16} aria-hidden="true" />}
      onClick={invite}
    >
      {m.sharing_invite({ email })}
    </Button>
  );
}
