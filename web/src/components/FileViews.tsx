import { SegmentedControl, Stack } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { m } from '@/paraglide/messages';
import { FileView } from './FileView';

interface File {
  readonly id: string;
  readonly displayname: string;
}

interface Props {
  /** What the files are, for those who hear it. */
  label: string;
  files: readonly [File, ...File[]];
  query: (id: string) => ComponentProps<typeof FileView>['query'];
}

/** Uploaded files, one at a time. */
export function FileViews({ label, files, query }: Props) {
  const [chosenId, setChosenId] = useState(files[0].id);
  const chosen = files.find(({ id }) => id === chosenId) ?? files[0];
  return (
    <Stack gap="xs">
      {files.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={label}
          value={chosen.id}
          onChange={setChosenId}
          data={files.map(({ id }, place) => ({
            value: id,
            label: m.providerbills_receipt({ number: place + 1 }),
          }))}
        />
      )}
      <FileView key={chosen.id} name={chosen.displayname} query={query(chosen.id)} />
    </Stack>
  );
}
