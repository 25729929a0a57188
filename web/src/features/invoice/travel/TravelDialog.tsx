import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { keyText, otherBillIn } from '@/domain/bills/reasonText';
import { OtherBillLink } from '@/domain/bills/OtherBillLink';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { NO_TRIP } from '../draft/trip';
import { useEditor } from '../editor';
import { focusPlace } from '../focus';
import { PartDialog } from '../rows/PartDialog';
import { AllowanceFields } from './AllowanceFields';
import { CopyTrip } from './CopyTrip';
import { EarlierTrips } from './EarlierTrips';
import { ProposedAllowances } from './ProposedAllowances';
import { TripTimes } from './TripTimes';
import { TripTotals } from './TripTotals';
import { TripContext, useMakeTripForm, useTripForm } from './tripForm';
import { VehicleFields } from './VehicleFields';
import { WayFields } from './WayFields';
import { WorkAbroad } from './WorkAbroad';

interface Props {
  row: DraftRow;
  place: string | undefined;
}

/** The trip of a row: its way, times and vehicle, and the allowances that it gives. */
export function TravelDialog({ row, place }: Props) {
  const { engine } = useEditor();
  const form = useMakeTripForm(row);
  const [copying, setCopying] = useState(false);
  const { empty, locked, change, placeOf } = form;
  const remove = () => {
    change(() => NO_TRIP);
    engine.save();
    focusPlace(placeOf('addressStart'));
  };
  return (
    <TripContext value={form}>
      <PartDialog
        rowId={row.id}
        part="trip"
        title={m.trips_trip()}
        place={place}
        actions={
          !locked &&
          !empty && (
            <>
              <Button
                variant="default"
                aria-expanded={copying}
                onClick={() => setCopying(!copying)}
              >
                {m.trips_copy()}
              </Button>
              <Button variant="subtle" color="red" onClick={remove}>
                {m.trips_remove()}
              </Button>
            </>
          )
        }
      >
        <BillInTheWay />
        {!locked && <EarlierTrips />}
        <WayFields />
        <TripTimes />
        <VehicleFields />
        <WorkAbroad />
        <AllowanceFields>
          <ProposedAllowances />
        </AllowanceFields>
        <TripTotals />
        {copying && <CopyTrip row={row} />}
      </PartDialog>
    </TripContext>
  );
}

/** Another bill whose trip or allowance excludes this one, with a link to it. */
function BillInTheWay() {
  const { keyOf } = useTripForm();
  const key = keyOf('startdate');
  const other = key === undefined ? undefined : otherBillIn(key);
  if (key === undefined || other === undefined) return null;
  return (
    <Alert color="red">
      <Text size="sm">{keyText(key)}</Text>
      <OtherBillLink other={other} />
    </Alert>
  );
}
