import { Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { Bill } from '@/api/bills';
import { billPagesQuery, billPdfAddress } from '@/api/billPages';
import { PaperPages } from '@/components/bills/PaperPages';
import { usePageImages } from '@/components/bills/usePageImages';
import { LoadFailure } from '@/components/LoadFailure';
import { NewTabLink } from '@/components/NewTabLink';
import { m } from '@/paraglide/messages';

/** The bill as its customer will see it. */
export function BillPages({ bill }: { bill: Bill }) {
  const { data, error, refetch } = useQuery(billPagesQuery(bill));
  const images = usePageImages(data?.pages);
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <NewTabLink
          href={billPdfAddress(bill.id)}
          size="compact-sm"
          variant="default"
          leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
        >
          {m.providerbills_pdf()}
        </NewTabLink>
      </Group>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Skeleton height="60dvh" role="status" aria-label={m.loading()} />
      )}
      <PaperPages images={images} />
    </Stack>
  );
}
