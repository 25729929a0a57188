import { IconClock, IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { isWithoutTrip } from '../draft/trip';
import { isWithoutWorkTime } from '../draft/workTime';
import { useLocked } from '../editor';
import { tripSummary } from '../travel/tripText';
import { useTripAmounts } from '../travel/useTripAmounts';
import { workTimeText } from '../worktime/workTimeText';
import { PartButton } from './PartButton';
import classes from './RowExtras.module.css';

interface Props {
  row: DraftRow;
  /** Further buttons. */
  children?: ReactNode;
}

/**
 * What a row has beside its price: each has a button that tells what is filled in and opens its dialog. Of a bill that
 * is only looked at, what is empty is left out.
 */
export function RowExtras({ row, children }: Props) {
  const locked = useLocked();
  const amounts = useTripAmounts(row.trip, row.date);
  return (
    <div className={classes.extras}>
      {!(locked && isWithoutWorkTime(row.workTime)) && (
        <PartButton
          row={row}
          part="workTime"
          name={m.trips_work_time()}
          summary={workTimeText(row.workTime)}
          icon={<IconClock size={18} aria-hidden="true" />}
        />
      )}
      {!(locked && isWithoutTrip(row.trip)) && (
        <PartButton
          row={row}
          part="trip"
          name={m.trips_trip()}
          summary={tripSummary(row.trip, amounts)}
          icon={<IconRoute size={18} aria-hidden="true" />}
        />
      )}
      {children}
    </div>
  );
}
