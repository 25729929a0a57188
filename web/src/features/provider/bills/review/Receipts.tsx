import { Anchor, Group, SegmentedControl, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconExternalLink } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Row } from '@/api/bills';
import { receiptAddress, receiptQuery } from '@/api/receipts';
import { LoadFailure } from '@/components/LoadFailure';
import { useObjectUrls } from '@/components/useObjectUrls';
import { m } from '@/paraglide/messages';
import classes from './Review.module.css';

type Receipt = Row['receipts'][number];

/** The receipts of one row, one at a time. */
export function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  const [chosen, setChosen] = useState(receipts[0]?.id);
  const receipt = receipts.find(({ id }) => id === chosen) ?? receipts[0];
  if (receipt === undefined) return null;
  return (
    <Stack gap="xs">
      {receipts.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={m.providerbills_receipts()}
          value={receipt.id}
          onChange={setChosen}
          data={receipts.map(({ id }, place) => ({
            value: id,
            label: m.providerbills_receipt({ number: place + 1 }),
          }))}
        />
      )}
      <ReceiptView key={receipt.id} receipt={receipt} />
    </Stack>
  );
}

function ReceiptView({ receipt: { id, displayname } }: { receipt: Receipt }) {
  const { data: file, error, refetch } = useQuery(receiptQuery(id));
  const [address] = useObjectUrls(useMemo(() => file && [file], [file]));
  return (
    <Stack gap={6}>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {error === null && address === undefined && (
        <Skeleton className={classes.receipt} role="status" aria-label={m.loading()} />
      )}
      {file !== undefined && address !== undefined && (
        <ReceiptFile type={file.type} address={address} name={displayname} />
      )}
      <Group gap={4}>
        <Anchor href={receiptAddress(id)} target="_blank" rel="noopener" size="xs">
          {displayname}
          <IconExternalLink size={12} aria-hidden="true" />
          <VisuallyHidden>{m.opens_in_new_tab()}</VisuallyHidden>
        </Anchor>
      </Group>
    </Stack>
  );
}

function ReceiptFile({ type, address, name }: { type: string; address: string; name: string }) {
  if (type.startsWith('image/')) return <img src={address} alt={name} className={classes.image} />;
  if (type !== 'application/pdf') return null;
  // The browser's own viewer, which turns pages and zooms. It does not open in a sandbox, and needs
  // none: the server has looked into the file and vouches that it is a PDF.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe src={address} title={name} className={classes.receipt} />;
}
