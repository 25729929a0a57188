import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { figuresQuery } from '@/api/figures';
import { useViewer } from '@/api/viewer';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { MissingFigures } from '@/domain/figures/MissingFigures';
import { mayOpen } from '@/lib/access';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { Additions } from './Additions';
import { AddRate } from './AddRate';
import { AddYear } from './AddYear';
import { FigureTables } from './FigureTables';

/** The statutory figures by year with their sources; administrators add to them. */
export function FiguresPage() {
  const { data, error, refetch } = useQuery(figuresQuery);
  const mayAdd = mayOpen('admin', useViewer());
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_figures()}</PageTitle>
        <ListKeys enter={m.provider_key_first()} />
      </Group>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <PageLoader />}
      {data !== undefined && (
        <>
          <MissingFigures missing={data.missing} />
          {mayAdd ? (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <AddRate missing={data.missing} />
              <AddYear newest={data.tables[0]?.year} />
            </SimpleGrid>
          ) : (
            <Text c="dimmed">{m.figures_read_only()}</Text>
          )}
          <FigureTables tables={data.tables} />
          <Additions additions={data.additions} />
        </>
      )}
    </Stack>
  );
}
