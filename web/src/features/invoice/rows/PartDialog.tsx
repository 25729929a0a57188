import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { AppModal } from '@/components/AppModal';
import { m } from '@/paraglide/messages';
import { placeOf } from '../draft/problems';
import { useEditor, useLocked } from '../editor';
import { focusPlace } from '../focus';
import type { RowPart } from './openDialog';

interface Props {
  rowId: string;
  part: RowPart;
  title: string;
  /** Where the focus begins; at the first field where nothing is said. */
  place: string | undefined;
  /** Buttons beside the one that closes. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a dialog of a row. What is filled in is part of the row at once, so that it is only closed. */
export function PartDialog({ rowId, part, title, place, actions, children }: Props) {
  const { engine, dialog } = useEditor();
  const locked = useLocked();
  const phone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(true);

  const close = () => {
    engine.save();
    setOpened(false);
  };
  const leave = () => {
    dialog.close();
    focusPlace(placeOf(rowId, part));
  };
  return (
    <AppModal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={leave}
      returnFocus={false}
      fullScreen={phone}
      size="xl"
      title={title}
    >
      <Content place={place}>
        {locked && <Alert color="gray">{m.invoice_locked()}</Alert>}
        {children}
        <Group justify="space-between" gap="sm">
          <Group gap="xs">{actions}</Group>
          <Button onClick={close}>{locked ? m.dialog_close() : m.trips_done()}</Button>
        </Group>
      </Content>
    </AppModal>
  );
}

/** The dialog gives the focus to what is marked so, as soon as its content is there. */
function Content({ place, children }: { place: string | undefined; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fields = content.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [];
    const first = [...fields].find(
      ({ dataset }) => place === undefined || dataset['place'] === place,
    );
    first?.setAttribute('data-autofocus', '');
  }, [place]);
  return (
    <Stack ref={content} gap="lg">
      {children}
    </Stack>
  );
}
