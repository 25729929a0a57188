import { Button, FileButton, Group, Stack } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { useRemovePicture } from '@/api/account';
import type { Profile } from '@/api/profile';
import { OwnAvatar } from '@/domain/OwnAvatar';
import { tellProblem } from '@/components/tellProblem';
import { lazyPart } from '@/lib/lazyPart';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

// Loaded when a picture is chosen, which few users do.
const CropDialog = lazyPart(async () => (await import('./CropDialog')).CropDialog);

const SIZE_PX = 104;

/** The user's picture, to choose, crop or remove. */
export function Picture({ profile }: { profile: Profile }) {
  const [file, setFile] = useState<File>();
  const clearChoice = useRef<() => void>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { mutate: remove, isPending } = useRemovePicture(profile.id);
  const close = () => {
    setFile(undefined);
    // The same file may be chosen again.
    clearChoice.current?.();
  };
  return (
    <Stack gap="sm" align="center">
      <OwnAvatar user={profile} size={SIZE_PX} />
      <Group gap="xs" justify="center">
        <FileButton
          onChange={(chosen) => setFile(chosen ?? undefined)}
          accept="image/*"
          resetRef={clearChoice}
        >
          {(button) => (
            <Button {...button} ref={choose} size="sm" variant="default">
              {profile.hasPicture ? m.account_picture_change() : m.account_picture_add()}
            </Button>
          )}
        </FileButton>
        {profile.hasPicture && (
          <Button
            size="sm"
            variant="subtle"
            color="red"
            loading={isPending}
            onClick={() =>
              remove(undefined, {
                onSuccess: () => {
                  notifyText('success', m.account_picture_removed());
                  // The button that was pressed goes with the picture.
                  choose.current?.focus();
                },
                onError: tellProblem,
              })
            }
          >
            {m.account_picture_remove()}
          </Button>
        )}
      </Group>
      {file !== undefined && (
        <Suspense>
          <CropDialog file={file} personId={profile.id} onClose={close} />
        </Suspense>
      )}
    </Stack>
  );
}
