import { Button, FileButton, Group, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useBankFiles, usePaymentsFollow, useSendBankFile, useUploads } from '@/api/bankFiles';
import { DropZone } from '@/components/DropZone';
import { m } from '@/paraglide/messages';
import { UploadResult } from './UploadResult';

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
      <DropZone
        title={m.providermoney_upload()}
        drop={m.providermoney_upload_drop()}
        help={m.providermoney_upload_help()}
        onFiles={send}
      >
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
      </DropZone>
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
