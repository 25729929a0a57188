import { Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { taxInfoQuery } from '@/api/info';
import { useSession } from '@/api/session';
import { useToday } from '@/api/today';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';
import { Downloads } from './Downloads';
import { ReturnGuide } from './ReturnGuide';
import { TaxFigures } from './TaxFigures';

/** A year for the tax return: its figures, what to do with them, and the papers of its trips. */
export function TaxPage() {
  const { today, error, retry } = useToday();
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.tax_page()}</PageTitle>
        <Text mt="xs" size="lg" c="dimmed" maw={640}>
          {m.tax_intro()}
        </Text>
      </div>
      {today === undefined && error !== null && <LoadFailure error={error} retry={retry} />}
      {today === undefined && error === null && <Loading />}
      {today !== undefined && <Years present={Number(today.slice(0, 4))} />}
    </Stack>
  );
}

function Years({ present }: { present: number }) {
  const navigate = useNavigate({ from: '/tax' });
  const { year: asked } = useSearch({ from: '/tax' });
  const personId = useSession()?.id ?? '';
  // In spring one fills in the return of the year that has ended.
  const usual = present - 1;
  const { data, error, refetch } = useQuery(taxInfoQuery(personId, usual));
  if (error !== null && data === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) return <Loading />;
  const { years } = data;
  const year = years.find((one) => String(one) === asked) ?? usual;
  const choose = (chosen: string) =>
    void navigate({ search: chosen === String(usual) ? {} : { year: chosen }, replace: true });
  return (
    <>
      <Group>
        <NativeSelect
          label={m.tax_year()}
          size="md"
          data={years.map((one) => ({
            value: String(one),
            label: one === present ? m.tax_year_present({ year: one }) : String(one),
          }))}
          value={String(year)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </Group>
      <Year key={year} year={year} present={year === present} />
    </>
  );
}

function Year({ year, present }: { year: number; present: boolean }) {
  const user = useSession();
  const personId = user?.id ?? '';
  const { data, error, refetch } = useQuery(taxInfoQuery(personId, year));
  if (error !== null && data === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) return <Loading />;
  const nothing = data.salaries === 0 && data.months.every(({ hasTrips }) => !hasTrips);
  if (nothing) {
    return <Text size="lg">{present ? m.tax_nothing_yet({ year }) : m.tax_nothing({ year })}</Text>;
  }
  return (
    <>
      {present && <Text>{m.tax_unfinished({ year })}</Text>}
      <TaxFigures info={data} />
      <Text size="sm" c="dimmed">
        {m.tax_by_payday()}
      </Text>
      <ReturnGuide info={data} entrepreneur={user?.personSettings.workerType === 'ENTREPRENEUR'} />
      <Downloads personId={personId} info={data} />
    </>
  );
}

function Loading() {
  return (
    <Stack gap="lg" role="status" aria-label={m.loading()}>
      <Skeleton height={66} width={220} />
      <Skeleton height={320} />
      <Skeleton height={320} />
    </Stack>
  );
}
