import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { FieldGroup } from '@/components/FieldGroup';
import { AddressField } from '@/domain/address/AddressField';
import { m } from '@/paraglide/messages';
import { withPointMoved } from '../draft/trip';
import { useDraft, useEditor } from '../editor';
import { focusPlace } from '../focus';
import { useTripForm } from './tripForm';
import classes from './WayFields.module.css';

/** The server refuses more. */
const MOST_WAY_POINTS = 20;

/** From where, over which places and to where. */
export function WayFields() {
  const { trip, locked, change, errorOf, placeOf } = useTripForm();
  const { engine } = useEditor();
  const address = (field: 'addressStart' | 'addressStop', label: string) => (
    <AddressField
      label={label}
      place={placeOf(field)}
      value={trip[field]}
      error={errorOf(field)}
      disabled={locked}
      onChange={(value) => change((before) => ({ ...before, [field]: value }))}
      onBlur={engine.save}
    />
  );
  return (
    <FieldGroup columns={1} title={m.trips_way()}>
      {address('addressStart', m.trips_from())}
      <LeftFromElsewhere />
      <WayPoints />
      {address('addressStop', m.trips_to())}
      <Checkbox
        label={m.trips_round()}
        description={m.trips_round_help()}
        data-place={placeOf('roundtrip')}
        disabled={locked}
        error={errorOf('roundtrip')}
        checked={trip.roundtrip}
        onChange={({ currentTarget: { checked } }) =>
          change((before) => ({ ...before, roundtrip: checked }))
        }
      />
    </FieldGroup>
  );
}

/** Asked where the trip did not begin at home: the one problem that a worker may confirm to be right. */
function LeftFromElsewhere() {
  const { keyOf, locked, placeOf } = useTripForm();
  const { engine } = useEditor();
  const left = useDraft((draft) => draft.leftOutFromHome);
  if (keyOf('addressStart') !== 'not_home_address' && !left) return null;
  return (
    <Checkbox
      label={m.bills_send_left_from_elsewhere()}
      description={m.trips_elsewhere_help()}
      disabled={locked}
      checked={left}
      onChange={({ currentTarget: { checked } }) => {
        engine.edit(
          (draft) => ({ ...draft, leftOutFromHome: checked }),
          'leftOutFromHome',
          placeOf('addressStart'),
        );
        engine.save();
      }}
    />
  );
}

/** What can be done to the way points. The focus goes with the one that is meant. */
function useWayPoints() {
  const { trip, change, placeOf } = useTripForm();
  const { engine } = useEditor();
  const points = trip.wayPoint;
  const place = (index: number) =>
    index === 0 ? placeOf('wayPoint') : `${placeOf('wayPoint')}.${index}`;
  const edit = (wayPoint: (points: readonly string[]) => readonly string[]) =>
    change((before) => ({ ...before, wayPoint: wayPoint(before.wayPoint) }));
  return {
    points,
    place,
    write: (index: number, value: string) => edit((before) => before.with(index, value)),
    add: () => {
      flushSync(() => edit((before) => [...before, '']));
      focusPlace(place(points.length));
    },
    remove: (index: number) => {
      flushSync(() => edit((before) => before.toSpliced(index, 1)));
      engine.save();
      focusPlace(points.length === 1 ? placeOf('addressStop') : place(Math.max(index - 1, 0)));
    },
    move: (index: number, by: -1 | 1) => {
      flushSync(() => change((before) => withPointMoved(before, index, by)));
      engine.save();
      focusPlace(place(index + by));
    },
  };
}

function WayPoints() {
  const { locked, errorOf } = useTripForm();
  const { engine } = useEditor();
  const { points, place, write, add, remove, move } = useWayPoints();
  return (
    <>
      {points.map((point, index) => (
        // The points have no names of their own; what is typed belongs to the place in the list.
        // oxlint-disable-next-line no-array-index-key
        <div key={index} className={classes.point}>
          <AddressField
            label={m.trips_way_point({ number: index + 1 })}
            place={place(index)}
            value={point}
            error={index === 0 ? errorOf('wayPoint') : undefined}
            disabled={locked}
            onChange={(value) => write(index, value)}
            onBlur={engine.save}
          />
          {!locked && (
            <PointButtons
              number={index + 1}
              last={index === points.length - 1}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          )}
        </div>
      ))}
      {!locked && points.length < MOST_WAY_POINTS && (
        <Stack align="flex-start">
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={add}
          >
            {m.trips_way_point_add()}
          </Button>
        </Stack>
      )}
    </>
  );
}

interface PointButtonsProps {
  number: number;
  last: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function PointButtons({ number, last, onMove, onRemove }: PointButtonsProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <PointButton
        label={m.trips_way_point_up({ number })}
        disabled={number === 1}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={18} aria-hidden="true" />
      </PointButton>
      <PointButton
        label={m.trips_way_point_down({ number })}
        disabled={last}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={18} aria-hidden="true" />
      </PointButton>
      <PointButton label={m.trips_way_point_remove({ number })} onClick={onRemove}>
        <IconX size={18} aria-hidden="true" />
      </PointButton>
    </Group>
  );
}

interface PointButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function PointButton({ label, disabled = false, onClick, children }: PointButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
