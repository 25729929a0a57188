import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { placesQuery, useAddPlace, useRemovePlace, type Place } from '@/api/addresses';
import { useSession } from '@/api/session';
import { LoadFailure } from '@/components/LoadFailure';
import { refuseOrNotify } from '@/components/saveForm';
import { tellProblem } from '@/components/tellProblem';
import { useForm, type FieldErrors } from '@/components/useForm';
import { isChanged } from '@/lib/changes';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { Section } from './Section';
import classes from './Sessions.module.css';
import { useUnsaved } from './unsaved';

/** The places that the worker wrote down as addresses of trips. */
export function Places() {
  const session = useSession();
  const { data: places, error, refetch } = useQuery(placesQuery(session?.id));
  const { mutate, isPending, variables } = useRemovePlace();
  const list = useRef<HTMLUListElement>(null);
  const own = places?.filter(({ kind }) => kind === 'OWN');
  const remove = (id: string) => {
    if (isPending) return;
    mutate(id, {
      onSuccess: () => {
        notifyText('success', m.address_place_removed());
        // The button that was pressed goes with its place.
        list.current?.focus();
      },
      onError: tellProblem,
    });
  };
  return (
    <Section title={m.address_places_title()} help={m.address_places_help()}>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {error === null && own === undefined && (
        <Skeleton height={64} role="status" aria-label={m.loading()} />
      )}
      {own !== undefined && (
        <ul
          ref={list}
          tabIndex={-1}
          className={classes.sessions}
          aria-label={m.address_places_title()}
        >
          {own.map((place) => (
            <OwnPlace
              key={place.id}
              place={place}
              removing={isPending && variables === place.id}
              remove={remove}
            />
          ))}
        </ul>
      )}
      {own?.length === 0 && <Text c="dimmed">{m.address_places_none()}</Text>}
      <NewPlace />
    </Section>
  );
}

interface PlaceProps {
  place: Place;
  removing: boolean;
  remove: (id: string) => void;
}

function OwnPlace({ place: { id, name, address }, removing, remove }: PlaceProps) {
  return (
    <li className={classes.session}>
      <IconMapPin aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {address}
        </Text>
      </div>
      {id !== null && (
        <Button
          size="sm"
          variant="default"
          loading={removing}
          aria-label={m.address_place_remove_of({ name })}
          onClick={() => remove(id)}
        >
          {m.address_place_remove()}
        </Button>
      )}
    </li>
  );
}

const EMPTY = { name: '', address: '' };
const LONGEST_NAME = 60;
const LONGEST_ADDRESS = 200;

function problemsOf({ name, address }: typeof EMPTY): FieldErrors {
  return {
    ...(name.trim() === '' && { name: 'validation.required' }),
    ...(address.trim() === '' && { address: 'validation.required' }),
  };
}

function NewPlace() {
  const { form, fields, input, submit, refuse, restart } = useForm(EMPTY, problemsOf);
  const { mutate, isPending } = useAddPlace();
  useUnsaved(isChanged(EMPTY, fields));
  const add = () => {
    if (isPending) return;
    mutate(fields, {
      onSuccess: () => {
        restart(() => EMPTY);
        notifyText('success', m.address_place_added());
      },
      onError: refuseOrNotify({ refuse }),
    });
  };
  return (
    <form ref={form} noValidate onSubmit={submit(add)}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            {...input('name')}
            id="places"
            label={m.address_place_name()}
            description={m.address_place_name_help()}
            maxLength={LONGEST_NAME}
            autoComplete="off"
          />
          <TextInput
            {...input('address')}
            label={m.address_place_address()}
            description={m.address_place_address_help()}
            maxLength={LONGEST_ADDRESS}
            autoComplete="off"
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" variant="light" loading={isPending}>
            {m.address_place_add()}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
