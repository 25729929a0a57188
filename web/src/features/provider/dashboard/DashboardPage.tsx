import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dashboardQuery } from '@/api/dashboard';
import { useSession } from '@/api/session';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { TextLink } from '@/components/links';
import { MissingFigures } from '@/domain/figures/MissingFigures';
import { m } from '@/paraglide/messages';
import { MoneyByMonth } from './MoneyByMonth';
import { Obstacles } from './Obstacles';
import { WaitingTiles } from './WaitingTiles';

/** Where the day of the provider's staff begins: what waits, what failed, how the money moves. */
export function DashboardPage() {
  const user = useSession();
  const { data, error, refetch } = useQuery(dashboardQuery);
  return (
    <Stack gap="lg">
      <PageTitle>{m.home_greeting({ name: user?.firstName ?? '' })}</PageTitle>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Skeleton height={280} role="status" aria-label={m.loading()} />
      )}
      {data !== undefined && (
        <>
          <Obstacles dashboard={data} />
          <MissingFigures missing={data.missingFigures}>
            <TextLink to="/provider/figures" size="sm">
              {m.figures_missing_open()}
            </TextLink>
          </MissingFigures>
          <WaitingTiles dashboard={data} />
          <MoneyByMonth months={data.money} />
        </>
      )}
    </Stack>
  );
}
