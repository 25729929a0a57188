import { Button, Menu, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { vehicleName } from '@/domain/travel/tripWords';
import { formatCount } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { tripOf, withEarlierTrip } from '../draft/trip';
import { useEditor } from '../editor';
import classes from './EarlierTrips.module.css';
import { useEarlierTrips, useTripForm } from './tripForm';
import { wayText } from './tripText';

/** Fills in an earlier trip, but for what was claimed, on the day of the row. */
export function EarlierTrips() {
  const { row, change } = useTripForm();
  const { engine } = useEditor();
  const { data: trips = [], isError } = useEarlierTrips();
  if (isError) {
    return (
      <Text size="sm" c="dimmed">
        {m.trips_earlier_failed()}
      </Text>
    );
  }
  if (trips.length === 0) return null;
  return (
    <Menu position="bottom-start" shadow="md" withinPortal={false} returnFocus>
      <Menu.Target>
        <Button
          variant="light"
          w="fit-content"
          leftSection={<IconHistory size={18} aria-hidden="true" />}
        >
          {m.trips_earlier()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.list}>
        {trips.map(({ row: earlier }) => {
          const trip = tripOf(earlier);
          return (
            <Menu.Item
              key={earlier.id}
              onClick={() => {
                change((before) => withEarlierTrip(before, trip, row.date));
                engine.save();
              }}
            >
              <Text size="sm">{wayText(trip)}</Text>
              <Text size="xs" c="dimmed">
                {m.trips_earlier_of({
                  day: trip.startdate,
                  km: formatCount(earlier.kilometers),
                  vehicle: vehicleName(trip.vehicle),
                })}
              </Text>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
