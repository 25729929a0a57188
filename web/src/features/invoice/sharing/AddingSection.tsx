import { Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BarredButton } from '@/components/BarredButton';
import { ItemList } from '@/domain/sharing/ItemCard';
import { useBillToShare } from './useSharedBill';

interface Props {
  title: string;
  /** What the section is for, while there is nothing in it. */
  help: string;
  add: string;
  icon: ReactNode;
  /** Why nothing more can be added. */
  full: string | undefined;
  /** Nothing can be added or changed. */
  fixed: boolean;
  empty: boolean;
  /** The bill is saved, and the form of a new one can open. */
  onAdd: () => void;
  /** The items. */
  children: ReactNode;
  /** What is open above the page. */
  dialogs: ReactNode;
}

/** A part of the bill with things that others are paid for, and the button that adds one. */
export function AddingSection(props: Props) {
  const { title, help, add, icon, full, fixed, empty, onAdd, children, dialogs } = props;
  const toShare = useBillToShare();
  const [opening, setOpening] = useState(false);
  if (fixed && empty) return null;
  const begin = async () => {
    setOpening(true);
    const id = await toShare();
    setOpening(false);
    if (id !== undefined) onAdd();
  };
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>{title}</Title>
      {empty ? (
        <Text size="sm" c="dimmed" maw={640}>
          {help}
        </Text>
      ) : (
        <ItemList label={title}>{children}</ItemList>
      )}
      {!fixed && (
        <BarredButton
          variant="light"
          size="sm"
          loading={opening}
          leftSection={icon}
          reason={full}
          onClick={() => void begin()}
        >
          {add}
        </BarredButton>
      )}
      {!fixed && dialogs}
    </Stack>
  );
}
