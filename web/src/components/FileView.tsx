import { Anchor, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { m } from '@/paraglide/messages';
import { LoadFailure } from './LoadFailure';
import { useObjectUrls } from './useObjectUrls';
import classes from './FileView.module.css';

interface Props {
  name: string;
  // The key of a query is its own affair.
  // oxlint-disable-next-line typescript/no-explicit-any
  query: UseQueryOptions<Blob, Error, Blob, any>;
}

/** As wide as there is room, without the bars of the viewer and the list of pages. */
const FIT = 'toolbar=0&navpanes=0&view=FitH';

/** An uploaded file, shown beside a form. */
export function FileView({ name, query }: Props) {
  const { data: file, error, refetch } = useQuery(query);
  const [address] = useObjectUrls(useMemo(() => file && [file], [file]));
  return (
    <Stack gap="xs">
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {error === null && address === undefined && (
        <Skeleton className={classes.file} role="status" aria-label={m.loading()} />
      )}
      {file !== undefined && address !== undefined && (
        <Content type={file.type} address={address} name={name} />
      )}
    </Stack>
  );
}

function Content({ type, address, name }: { type: string; address: string; name: string }) {
  if (type.startsWith('image/')) return <img src={address} alt={name} className={classes.image} />;
  // The browser's own viewer. It does not open in a sandbox, and needs none: the server has looked into
  // the file and vouches that it is a PDF.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  const inside = <iframe src={`${address}#${FIT}`} title={name} className={classes.file} />;
  return (
    <>
      {inside}
      <Anchor href={address} target="_blank" rel="noopener" size="sm">
        {m.file_open({ name })}
        <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
      </Anchor>
    </>
  );
}
