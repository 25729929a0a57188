import { ActionIcon, Button, FileButton, Progress, Stack, Text } from '@mantine/core';
import { IconCamera, IconUpload, IconX } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import { LARGEST_RECEIPT_MB, MOST_RECEIPTS } from '@/api/receipts';
import { DropZone } from '@/components/DropZone';
import { m } from '@/paraglide/messages';
import { ReceiptPicture } from '../receipts/ReceiptPicture';
import classes from '../receipts/Receipts.module.css';
import { ACCEPTED } from '../receipts/UploadItem';
import type { ChosenFile } from './useChosenFiles';

interface Props {
  files: readonly ChosenFile[];
  room: number;
  busy: boolean;
  /** What is wrong with having none. */
  error: string | undefined;
  add: (files: readonly File[]) => void;
  remove: (file: ChosenFile) => void;
}

/** The pictures or PDFs of a late receipt. */
export function ChosenFiles({ files, room, busy, error, add, remove }: Props) {
  const handheld = useMediaQuery('(pointer: coarse)') ?? false;
  const clear = useRef<() => void>(null);
  const take = (chosen: readonly File[]) => {
    add(chosen);
    // So that the same file can be chosen again.
    clear.current?.();
  };
  return (
    <Stack gap="xs">
      {files.length > 0 && (
        <ul className={classes.list} aria-label={m.receipts_receipts()} aria-live="polite">
          {files.map((file) => (
            <Chosen key={file.id} chosen={file} busy={busy} remove={() => remove(file)} />
          ))}
        </ul>
      )}
      {room > 0 ? (
        <DropZone
          title={m.receipts_add()}
          drop={m.receipts_drop()}
          help={m.receipts_help({ most: LARGEST_RECEIPT_MB })}
          onFiles={take}
        >
          {handheld && (
            <FileButton
              accept="image/*"
              capture="environment"
              onChange={(file) => take(file === null ? [] : [file])}
            >
              {(props) => (
                <Button {...props} size="sm" leftSection={<IconCamera size={18} aria-hidden />}>
                  {m.receipts_camera()}
                </Button>
              )}
            </FileButton>
          )}
          <FileButton accept={ACCEPTED} multiple onChange={take} resetRef={clear}>
            {(props) => (
              <Button
                {...props}
                size="sm"
                variant="default"
                leftSection={<IconUpload size={18} aria-hidden="true" />}
              >
                {m.receipts_choose()}
              </Button>
            )}
          </FileButton>
        </DropZone>
      ) : (
        <Text c="dimmed">{m.receipts_full({ most: MOST_RECEIPTS })}</Text>
      )}
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}

interface ChosenProps {
  chosen: ChosenFile;
  busy: boolean;
  remove: () => void;
}

function Chosen({ chosen, busy, remove }: ChosenProps) {
  const { file, percent, receipt, failure } = chosen;
  const { name } = file;
  const label = m.receipts_delete({ name });
  const sameAs = receipt?.sameAs ?? null;
  return (
    <li className={classes.item}>
      <div className={classes.thumbnail}>
        <ReceiptPicture mediaType={file.type} file={file} />
      </div>
      <Stack gap={4} className={classes.words}>
        <Text size="sm" fw={600} className={classes.name}>
          {name}
        </Text>
        {busy && receipt === undefined && failure === undefined && (
          <Progress value={percent} aria-label={m.receipts_progress({ name })} />
        )}
        {failure !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
        {sameAs !== null && (
          <Text size="sm" c="var(--mantine-color-yellow-light-color)" role="alert">
            {sameAs.billNumber === null
              ? m.latereceipts_same({ name: sameAs.displayname })
              : m.latereceipts_same_on({ name: sameAs.displayname, number: sameAs.billNumber })}
          </Text>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        title={label}
        disabled={busy}
        onClick={remove}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
