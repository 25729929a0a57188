import { SimpleGrid, TextInput } from '@mantine/core';
import { customerOptionsQuery } from '@/api/customers';
import type { Profile, ProfileChange } from '@/api/profile';
import { ListField } from '@/components/ListField';
import { ProfessionField } from '@/domain/account/ProfessionField';
import { useTownOfCode } from '@/domain/address/useTownOfCode';
import { countryChoices } from '@/domain/customers/texts';
import { NEEDS } from '@/domain/readiness/needs';
import { m } from '@/paraglide/messages';
import { ClashNote } from './ClashNote';
import { SaveBar } from './SaveBar';
import { Section } from './Section';
import classes from './Section.module.css';
import { useProfileSection } from './useProfileSection';

const PRIMARY_WORK = 'personSettings.primaryWork';

function fieldsOf(profile: Profile) {
  const { phone, marketingname, address, postalcode, city, country, professionCode } = profile;
  return {
    phone,
    marketingname,
    address,
    postalcode,
    city,
    country,
    professionCode: professionCode ?? '',
    // Named as the server names it when it refuses it.
    [PRIMARY_WORK]: profile.personSettings.primaryWork,
  };
}

type Fields = ReturnType<typeof fieldsOf>;

const LABELS: Readonly<Record<keyof Fields, () => string>> = {
  phone: m.account_phone,
  marketingname: m.account_marketing_name,
  address: m.account_address,
  postalcode: m.account_postal_code,
  city: m.account_city,
  country: m.account_country,
  professionCode: m.account_profession,
  [PRIMARY_WORK]: m.account_primary_work,
};

function problemsOf({ postalcode, country }: Fields) {
  const wrong = country === 'FIN' && postalcode !== '' && !/^\d{5}$/.test(postalcode.trim());
  return wrong ? { postalcode: 'validation.invalidPostalCode' } : {};
}

function changeOf({ [PRIMARY_WORK]: primaryWork, ...changes }: Partial<Fields>): ProfileChange {
  return { ...changes, ...(primaryWork !== undefined && { personSettings: { primaryWork } }) };
}

/** How the person is reached, and what they do. Only those who invoice are asked of their work. */
export function ContactDetails({ profile, worker }: { profile: Profile; worker: boolean }) {
  const section = useProfileSection(profile, { fieldsOf, problemsOf, changeOf });
  const { form, input, submit, clashes } = section;
  const elsewhere = fieldsOf(profile);
  return (
    <Section
      title={worker ? m.account_contact_title() : m.account_contact_title_staff()}
      help={worker ? m.account_contact_help() : m.account_contact_help_staff()}
    >
      <form ref={form} onSubmit={submit} noValidate className={classes.form}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            {...input('phone')}
            label={m.account_phone()}
            type="tel"
            autoComplete="tel"
            maxLength={40}
          />
          <AddressFields section={section} />
        </SimpleGrid>
        {worker && <WorkFields section={section} />}
        <ClashNote
          clashes={clashes.map((name) => ({ name: LABELS[name](), elsewhere: elsewhere[name] }))}
          isPending={section.isPending}
          saveOver={section.saveOver}
          takeTheirs={section.undo}
        />
        <SaveBar section={section} />
      </form>
    </Section>
  );
}

interface FieldsProps {
  section: Pick<ReturnType<typeof useProfileSection<Fields>>, 'fields' | 'input' | 'change'>;
}

/** Where the person lives. The town follows from a Finnish postal code. */
function AddressFields({ section: { fields, input, change } }: FieldsProps) {
  const { typeCode, typeCity } = useTownOfCode({
    code: fields.postalcode,
    city: fields.city,
    finnish: fields.country === 'FIN',
    fill: (city) => change({ city }),
  });
  return (
    <>
      <TextInput
        {...input('address')}
        label={m.account_address()}
        autoComplete="street-address"
        maxLength={200}
      />
      <TextInput
        {...input('postalcode')}
        onChange={({ currentTarget: { value } }) => {
          change({ postalcode: value });
          typeCode(value);
        }}
        label={m.account_postal_code()}
        autoComplete="postal-code"
        inputMode={fields.country === 'FIN' ? 'numeric' : 'text'}
        maxLength={10}
      />
      <TextInput
        {...input('city')}
        onChange={({ currentTarget: { value } }) => {
          change({ city: value });
          typeCity();
        }}
        label={m.account_city()}
        autoComplete="address-level2"
        maxLength={200}
      />
      <ListField
        label={m.account_country()}
        query={customerOptionsQuery}
        choices={({ countries }) => countryChoices(countries)}
        value={fields.country}
        error={input('country').error}
        onChange={(country) => change({ country })}
      />
    </>
  );
}

function WorkFields({ section: { fields, input, change } }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput
        {...input('marketingname')}
        label={m.account_marketing_name()}
        description={m.account_marketing_name_help()}
        maxLength={100}
      />
      <ProfessionField
        id={NEEDS.NO_PROFESSION.field}
        description={m.account_profession_help()}
        value={fields.professionCode}
        error={input('professionCode').error}
        onChange={(code) => change({ professionCode: code })}
      />
      <TextInput
        {...input(PRIMARY_WORK)}
        label={m.account_primary_work()}
        description={m.account_primary_work_help()}
        maxLength={100}
      />
    </SimpleGrid>
  );
}
