import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { archivedBills } from '@/api/billLists';
import { infoQuery, type Info } from '@/api/info';
import { useCursorList } from '@/api/listing';
import { readinessQuery, type Readiness } from '@/api/readiness';
import { useSession } from '@/api/session';
import { receivedShares } from '@/api/shares';
import { Later } from '@/components/Later';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { FirstInvoice } from '@/domain/bills/FirstInvoice';
import { PayrollChecks } from '@/domain/readiness/PayrollChecks';
import { SharesForMe } from '@/domain/sharing/SharesForMe';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { LazyDialogs } from '../LazyDialogs';
import { Checklist } from './Checklist';
import { HomeSkeleton } from './HomeSkeleton';
import { OnItsWay } from './OnItsWay';
import { isQuiet } from './unpaid';

/** Most of the code of the page is for what is below the money. */
const Details = lazyPart(async () => (await import('./Details')).Details);

/** Where the worker begins: the money that is on its way first, then what to do, then all figures. */
export function HomePage() {
  const user = useSession();
  const personId = user?.id ?? '';
  const home = useHome(personId);
  const newcomer = home.never === true;
  // All of it at once is a lot to draw: as a later value it is drawn in small steps.
  const waits = useDeferredValue(home.loading, true);
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.home_greeting({ name: user?.firstName ?? '' })}</PageTitle>
        {newcomer && (
          <Text mt="xs" size="lg" c="dimmed" maw={640}>
            {m.home_welcome()}
          </Text>
        )}
      </div>
      {waits || home.loading ? <HomeSkeleton /> : <Content personId={personId} home={home} />}
    </Stack>
  );
}

interface Home {
  readonly info: Info | undefined;
  /** Of the first part that could not be fetched. */
  readonly error: Error | null;
  /** Fetches again what could not be. */
  readonly retry: () => void;
  readonly readiness: Readiness | undefined;
  /** There has never been an invoice; undefined while that is not known. */
  readonly never: boolean | undefined;
  /** Nothing is shown before all of it is there, so that nothing moves afterwards. */
  readonly loading: boolean;
}

function useHome(personId: string): Home {
  const figures = useQuery(infoQuery(personId));
  const readiness = useQuery(readinessQuery(personId));
  const { data: info } = figures;
  const failed = [figures, readiness].filter(({ error }) => error !== null);
  const shares = useCursorList(receivedShares(personId, 'WAITING_SUBCONTRACTOR'));
  const quiet = info !== undefined && isQuiet(info);
  const archive = useCursorList(archivedBills(personId, {}), quiet);
  const judged = !quiet || archive.total !== undefined || archive.failure !== null;
  const asked = info === undefined && figures.error === null;
  // Once shown it stays: a part that fetches again says so by itself.
  const [shown, setShown] = useState(false);
  if (!shown && !asked && !readiness.isPending && !shares.loading && judged) setShown(true);
  return {
    info,
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    readiness: readiness.data,
    never: info !== undefined && judged ? quiet && archive.total === 0 : undefined,
    loading: !shown || asked,
  };
}

function Content({ personId, home }: { personId: string; home: Home }) {
  const { share: linked } = useSearch({ from: '/' });
  const { info, error, retry, readiness, never } = home;
  const shown = never === true ? undefined : info;
  return (
    <>
      {error !== null && <LoadFailure error={error} retry={retry} />}
      {shown !== undefined && <OnItsWay info={shown} />}
      <SharesForMe personId={personId} linked={linked} />
      {readiness !== undefined && <PayrollChecks readiness={readiness} />}
      {never === true && <FirstInvoice />}
      {readiness !== undefined && <Checklist readiness={readiness} />}
      {shown !== undefined && (
        <Later height={700}>
          <Details info={shown} readiness={readiness} personId={personId} />
        </Later>
      )}
      <Later>
        <LazyDialogs />
      </Later>
    </>
  );
}
