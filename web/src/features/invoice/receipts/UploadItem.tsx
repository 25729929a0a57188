import { ActionIcon, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import { useEditor } from '../editor';
import { unsavedReason } from '../SaveStatus';
import classes from './Receipts.module.css';
import { useReceiptUploads, type Upload } from './uploads';

/** iPhones make a JPEG of their own pictures for those who take no others. */
export const ACCEPTED = 'image/jpeg,image/png,application/pdf';

/** How far an upload is. */
function Standing({ state, percent }: Pick<Upload, 'state' | 'percent'>) {
  const { engine } = useEditor();
  if (state === 'sending') return m.receipts_sending({ percent });
  if (state === 'waiting') return m.receipts_waiting();
  return m.receipts_not_saved({ reason: unsavedReason(engine.machine()) });
}

/** A file on its way, or why it was not taken and what can be done. */
export function UploadItem({ upload }: { upload: Upload }) {
  const uploads = useReceiptUploads();
  const { file, state, percent, failure } = upload;
  const name = file.name;
  const end = state === 'failed' ? m.receipts_dismiss({ name }) : m.receipts_cancel({ name });
  return (
    <li className={classes.item}>
      <Stack gap={4} className={classes.words}>
        <Text size="sm" fw={600} className={classes.name}>
          {name}
        </Text>
        {failure === undefined ? (
          <>
            <Progress value={percent} aria-label={m.receipts_progress({ name })} />
            <Text size="sm" c="dimmed">
              <Standing state={state} percent={percent} />
            </Text>
          </>
        ) : (
          <>
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {failure.text}
            </Text>
            <Group>
              {failure.lasting ? (
                <FileButton
                  accept={ACCEPTED}
                  onChange={(other) => other !== null && uploads.retry(upload, other)}
                >
                  {(props) => (
                    <Button {...props} size="compact-sm" variant="default">
                      {m.receipts_other_file()}
                    </Button>
                  )}
                </FileButton>
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => uploads.retry(upload)}>
                  {m.retry()}
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={end}
        title={end}
        onClick={() => uploads.cancel(upload)}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
