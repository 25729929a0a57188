import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Area } from 'react-easy-crop';
import { useSendPicture } from '@/api/account';
import { DialogButtons } from '@/components/DialogButtons';
import { AppModal } from '@/components/AppModal';
import { useObjectUrls } from '@/components/useObjectUrls';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { SendingState } from '@/domain/account/SendingState';
import { useSending } from '@/domain/account/useSending';
import { Cropping } from './Cropping';
import { cut } from './cut';

interface Props {
  file: File;
  personId: string;
  onClose: () => void;
}

/** Chooses the square of a picture that is shown, and sends it. */
export function CropDialog({ file, personId, onClose }: Props) {
  const files = useMemo(() => [file], [file]);
  const [address = ''] = useObjectUrls(files);
  const [unreadable, setUnreadable] = useState(false);
  return (
    <AppModal opened onClose={onClose} title={m.account_crop_title()}>
      {unreadable ? (
        <Alert role="alert" color="red">
          {m.account_picture_unreadable()}
        </Alert>
      ) : (
        <CropForm
          address={address}
          personId={personId}
          onClose={onClose}
          onUnreadable={() => setUnreadable(true)}
        />
      )}
    </AppModal>
  );
}

interface FormProps extends Omit<Props, 'file'> {
  address: string;
  onUnreadable: () => void;
}

function CropForm({ address, personId, onClose, onUnreadable }: FormProps) {
  const [area, setArea] = useState<Area>();
  const { send, percent, refusal } = useSending(useSendPicture(personId));
  const tellAndClose = () => {
    notifyText('success', m.account_picture_saved());
    onClose();
  };
  const save = () => {
    if (area === undefined) return;
    void cut(address, area).then((square) => send(square, tellAndClose), onUnreadable);
  };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {m.account_crop_help()}
      </Text>
      <Cropping address={address} onArea={setArea} onUnreadable={onUnreadable} />
      <SendingState percent={percent} refusal={refusal} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {m.dialog_cancel()}
        </Button>
        <Button onClick={save} loading={percent !== undefined || area === undefined}>
          {m.account_crop_save()}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
