import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import { KeyHint } from '../shortcuts/KeyHint';
import { useKeys } from '../shortcuts/keys';

interface Props {
  name: string;
  /** Opens the first of a list; from there on each leads to the next. None when the list is empty. */
  open: (() => void) | undefined;
}

export function BeginButton({ name, open }: Props) {
  useKeys(open === undefined ? [] : [{ key: 'n', run: open }]);
  if (open === undefined) return null;
  return (
    <Button
      size="sm"
      leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
      rightSection={<KeyHint name={m.providerbills_begin_key()} />}
      aria-keyshortcuts="N"
      onClick={open}
    >
      {name}
    </Button>
  );
}
