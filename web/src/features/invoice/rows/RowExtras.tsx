import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconClock, IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { calculatorFiguresQuery } from '@/api/calculator';
import { keyText } from '@/domain/bills/reasonText';
import { firstOfMonth } from '@/lib/calendar';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { placeOf } from '../draft/problems';
import { isWithoutTrip } from '../draft/trip';
import { useEditor, useMachine } from '../editor';
import { tripSummary } from '../travel/tripText';
import { workTimeText } from '../worktime/workTimeText';
import { partOf, type RowPart } from './openDialog';
import classes from './RowExtras.module.css';

interface Props {
  row: DraftRow;
  /** Further buttons. */
  children?: ReactNode;
}

/** What a row has beside its price: each has a button that tells what is filled in and opens its dialog. */
export function RowExtras({ row, children }: Props) {
  return (
    <div className={classes.extras}>
      <PartButton
        row={row}
        part="workTime"
        name={m.trips_work_time()}
        summary={workTimeText(row.workTime)}
        icon={<IconClock size={18} aria-hidden="true" />}
      />
      <PartButton
        row={row}
        part="trip"
        name={m.trips_trip()}
        summary={useTripSummary(row)}
        icon={<IconRoute size={18} aria-hidden="true" />}
      />
      {children}
    </div>
  );
}

function useTripSummary({ date, trip }: DraftRow): string {
  const month = firstOfMonth(trip.startdate) ?? firstOfMonth(date);
  const { data } = useQuery({
    ...calculatorFiguresQuery(month ?? ''),
    enabled: month !== undefined && !isWithoutTrip(trip),
    retry: false,
  });
  return tripSummary(trip, data);
}

interface PartProps {
  row: DraftRow;
  part: RowPart;
  name: string;
  /** Empty where nothing is filled in. */
  summary: string;
  icon: ReactNode;
}

function PartButton({ row, part, name, summary, icon }: PartProps) {
  const { dialog } = useEditor();
  const problem = useProblemOfPart(row.id, part);
  const place = placeOf(row.id, part);
  return (
    <div className={classes.part}>
      <Button
        variant={summary === '' ? 'subtle' : 'light'}
        size="compact-md"
        data-place={place}
        aria-haspopup="dialog"
        leftSection={icon}
        classNames={{ root: classes.button, label: classes.label }}
        onClick={() => dialog.open({ rowId: row.id, part })}
      >
        {summary === '' ? name : `${name}: ${summary}`}
      </Button>
      {problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {keyText(problem)}
        </Text>
      )}
    </div>
  );
}

/** The key of the first thing that is wrong in a dialog of the row. */
function useProblemOfPart(rowId: string, part: RowPart): string | undefined {
  return useMachine(({ problems }) => {
    const own = Object.keys(problems).filter((place) => place.startsWith(placeOf(rowId, '')));
    const place = own.find((one) => partOf(one.slice(rowId.length + 1)) === part);
    return place === undefined ? undefined : problems[place];
  });
}
