import { Button, Group, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { hideNotification, notifyContent } from '@/lib/notify/notify';
import { KeyHint } from './shortcuts/KeyHint';
import { useKeys } from './shortcuts/keys';

interface Undo {
  readonly name: string;
  readonly run: () => void;
}

const KEY = 'z';

/** The notices on the screen, oldest first: the key takes back what was done last. */
let offers: readonly object[] = [];
const listeners = new Set<() => void>();

function setOffers(next: readonly object[]) {
  offers = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says that something was done, with a button and a key that take it back. */
export function notifyUndo(message: string, undo: Undo) {
  const offer = {};
  const run = () => {
    hideNotification(id);
    undo.run();
  };
  const id = notifyContent(
    <UndoNotice message={message} name={undo.name} offer={offer} run={run} />,
  );
}

interface NoticeProps {
  message: string;
  name: string;
  /** Which notice it is. */
  offer: object;
  run: () => void;
}

function UndoNotice({ message, name, offer, run }: NoticeProps) {
  useEffect(() => {
    setOffers([...offers, offer]);
    return () => setOffers(offers.filter((one) => one !== offer));
  }, [offer]);
  const newest = useSyncExternalStore(subscribe, () => offers.at(-1) === offer);
  useKeys(newest ? [{ key: KEY, run }] : []);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">{message}</Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={run}
        {...(newest && {
          'aria-keyshortcuts': KEY.toUpperCase(),
          rightSection: <KeyHint name={KEY.toUpperCase()} />,
        })}
      >
        {name}
      </Button>
    </Group>
  );
}
