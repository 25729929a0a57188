import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileImport, IconUpload } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { useBankFiles, usePaymentsFollow, useSendBankFile, useUploads } from '@/api/bankFiles';
import { m } from '@/paraglide/messages';
import { UploadResult } from './UploadResult';
import classes from './Upload.module.css';

/** Where statements of the bank are dropped or chosen, and what each of them gave. */
export function BankFileUpload() {
  const { mutate } = useSendBankFile();
  const { uploads, forget } = useUploads();
  const files = useBankFiles();
  usePaymentsFollow(files);
  const send = (chosen: readonly File[]) => chosen.forEach((file) => mutate(file));
  const settled = uploads.some(({ state }) => state === 'arrived' || state === 'refused');
  return (
    <Stack component="section" gap="xs" aria-label={m.providermoney_upload()}>
      <DropZone send={send} />
      {uploads.length > 0 && (
        <Stack gap="xs" role="status">
          {uploads.map((upload) => (
            <UploadResult key={upload.id} upload={upload} files={files.items} />
          ))}
        </Stack>
      )}
      {settled && (
        <Group>
          <Button size="compact-sm" variant="subtle" onClick={forget}>
            {m.providermoney_upload_forget()}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function DropZone({ send }: { send: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    // Without this the browser would open the file instead of dropping it here.
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send([...event.dataTransfer.files]);
  };
  return (
    <div
      className={classes.zone}
      data-over={over || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <IconFileImport className={classes.icon} size={28} aria-hidden="true" />
      <div className={classes.words}>
        <Text fw={600}>{m.providermoney_upload()}</Text>
        <Text size="sm" c="dimmed">
          <span className={classes.drop}>{`${m.providermoney_upload_drop()} `}</span>
          {m.providermoney_upload_help()}
        </Text>
      </div>
      <FileButton accept=".xml,.camt,application/xml,text/xml" multiple onChange={send}>
        {(props) => (
          <Button
            {...props}
            size="sm"
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden="true" />}
          >
            {m.providermoney_upload_choose()}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
