import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ContactPerson } from '@/api/customers';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import classes from './ContactPeople.module.css';
import { NO_PERSON } from './customerFields';
import type { CustomerFormState } from './useCustomerForm';

// The maximum that the server accepts.
const MOST_PEOPLE = 20;

/** The contact people of a customer. */
export function ContactPeople({ state }: { state: CustomerFormState }) {
  const { fields, change } = state;
  const { people } = fields;
  return (
    <FieldGroup columns="pairs" title={m.customers_people()}>
      {people.map((person, place) => (
        // A person has no id; one that is added or removed leaves the others in their places.
        // oxlint-disable-next-line react/no-array-index-key
        <Wide key={place}>
          <PersonFields
            state={state}
            place={place}
            person={person}
            onChange={(changed) =>
              change({ people: people.with(place, { ...person, ...changed }) })
            }
            onRemove={() => change({ people: people.toSpliced(place, 1) })}
          />
        </Wide>
      ))}
      {people.length < MOST_PEOPLE && (
        <Wide>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => change({ people: [...people, NO_PERSON] })}
          >
            {m.customers_person_add()}
          </Button>
        </Wide>
      )}
    </FieldGroup>
  );
}

interface PersonProps {
  state: CustomerFormState;
  place: number;
  person: ContactPerson;
  onChange: (changed: Partial<ContactPerson>) => void;
  onRemove: () => void;
}

const LABELS = {
  name: m.customers_person_name,
  email: m.customers_email,
  phonenumber: m.customers_phone,
} as const satisfies Record<keyof ContactPerson, () => string>;

const TYPES = { name: 'text', email: 'email', phonenumber: 'tel' } as const;

function PersonFields({ state, place, person, onChange, onRemove }: PersonProps) {
  const number = place + 1;
  return (
    <div role="group" aria-label={m.customers_person({ number })} className={classes.person}>
      {(['name', 'email', 'phonenumber'] as const).map((part) => {
        const path = `people[${place}].${part}`;
        return (
          <TextInput
            key={part}
            size="sm"
            label={LABELS[part]()}
            type={TYPES[part]}
            autoComplete="off"
            value={person[part]}
            onChange={({ currentTarget }) => onChange({ [part]: currentTarget.value })}
            onBlur={() => state.leave(path)}
            error={state.errorOf(path)}
            required={part === 'name'}
          />
        );
      })}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.remove}
        aria-label={m.customers_person_remove({ number })}
        onClick={onRemove}
      >
        <IconTrash size={20} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
