import { Kbd, Loader, Modal, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { LoadFailure } from '@/components/LoadFailure';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import type { PaletteGroup, PaletteItem } from './items';
import classes from './Palette.module.css';
import { rememberChoice } from './recent';
import { usePaletteGroups } from './usePaletteGroups';

interface Props {
  opened: boolean;
  /** Number of times the palette was opened; each opening starts with an empty search. */
  opening: number;
  onClose: () => void;
}

/**
 * Everything there is to do and to find, a few letters away. A list box of our own inside
 * Mantine's dialog: its Spotlight tells screen readers nothing about the chosen line.
 */
export function Palette({ opened, opening, onClose }: Props) {
  useLanguage();
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label={m.palette_title()}>
        <PaletteContent key={opening} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteContent({ onClose }: { onClose: () => void }) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const { groups, searching, failure, retry } = usePaletteGroups(typed);
  const items = groups.flatMap((group) => group.items);
  const choose = (item: PaletteItem) => {
    rememberChoice(item);
    onClose();
    item.run();
  };
  const { chosen, chooseFirst, onKeyDown } = useKeyboardChoice(items, choose);
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`;

  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        className={classes.search}
        placeholder={m.palette_hint()}
        aria-label={m.palette_title()}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        rightSection={searching ? <Loader size="xs" /> : <Kbd size="xs">{m.palette_escape()}</Kbd>}
        rightSectionWidth={56}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen && optionId(chosen)}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          chooseFirst();
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <div id={listId} role="listbox" aria-label={m.palette_title()} className={classes.list}>
        {groups.map((group) => (
          <Group
            key={group.name}
            group={group}
            chosen={chosen}
            optionId={optionId}
            choose={choose}
          />
        ))}
      </div>
      {items.length === 0 && failure === null && (
        <Text c="dimmed" className={classes.message}>
          {searching ? m.palette_searching() : m.palette_nothing()}
        </Text>
      )}
      {failure !== null && (
        <div className={classes.message}>
          <LoadFailure error={failure} retry={retry} />
        </div>
      )}
      <VisuallyHidden role="status">
        {typed !== '' && !searching && m.palette_count({ count: items.length })}
      </VisuallyHidden>
    </>
  );
}

/** Which of the items the arrow keys have come to; Enter chooses it. */
function useKeyboardChoice(items: readonly PaletteItem[], choose: (item: PaletteItem) => void) {
  const [wanted, setWanted] = useState(0);
  // The list may have become shorter since.
  const place = Math.min(wanted, items.length - 1);
  const chosen = items[place];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || chosen === undefined) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === 0) choose(chosen);
    else setWanted((place + step + items.length) % items.length);
  };
  return { chosen, chooseFirst: () => setWanted(0), onKeyDown };
}

interface GroupProps {
  group: PaletteGroup;
  chosen: PaletteItem | undefined;
  optionId: (item: PaletteItem) => string;
  choose: (item: PaletteItem) => void;
}

function Group({ group: { name, items }, chosen, optionId, choose }: GroupProps) {
  const nameId = useId();
  return (
    <div role="group" aria-labelledby={nameId}>
      <div id={nameId} className={classes.groupName}>
        {name}
      </div>
      {items.map((item) => (
        <Option
          key={item.id}
          id={optionId(item)}
          item={item}
          chosen={item.id === chosen?.id}
          choose={() => choose(item)}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  chosen: boolean;
  choose: () => void;
}

function Option({ id, item: { label, detail, icon: ItemIcon }, chosen, choose }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    // The keyboard stays in the search box, which moves through the options.
    <UnstyledButton
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={classes.option}
      onClick={choose}
    >
      <ItemIcon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
      <span className={classes.label}>{label}</span>
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
    </UnstyledButton>
  );
}
