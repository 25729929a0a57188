import { SimpleGrid, TextInput } from '@mantine/core';
import type { Profile } from '@/api/profile';
import { IbanInput } from '@/components/IbanInput';
import type { FieldErrors } from '@/components/useForm';
import { NEEDS } from '@/domain/readiness/needs';
import { bankName, groupedIban, isBic, isFinnish, isIban } from '@/lib/iban';
import { m } from '@/paraglide/messages';
import { ClashNote } from './ClashNote';
import { CurrentPasswordField } from './CurrentPasswordField';
import { SaveBar } from './SaveBar';
import { Section } from './Section';
import classes from './Section.module.css';
import { useProfileSection } from './useProfileSection';

function fieldsOf({ iban, bic }: Profile) {
  return { iban: groupedIban(iban ?? ''), bic: bic ?? '', currentPassword: '' };
}

type Fields = ReturnType<typeof fieldsOf>;

const LABELS = {
  iban: m.account_iban,
  bic: m.account_bic,
  currentPassword: m.account_current_password,
};

/** The bank account for salaries. Changing a saved one requires the password. */
function takesPassword(before: Fields, { iban, bic, currentPassword }: Fields): boolean {
  const moved = iban !== before.iban || bic !== before.bic;
  return before.iban !== '' && (moved || currentPassword !== '');
}

function problemsOf(before: Fields, fields: Fields): FieldErrors {
  const { iban, bic, currentPassword } = fields;
  return {
    ...(iban !== '' && !isIban(iban) && { iban: 'account.invalid-iban' }),
    ...(bic !== '' && !isBic(bic) && { bic: 'account.invalid-bic' }),
    ...(takesPassword(before, fields) &&
      currentPassword === '' && { currentPassword: 'account.password-missing' }),
  };
}

/** The bank of a Finnish account follows from its number: nobody need know its identifier. */
function bankText({ iban, bic }: Fields): string {
  if (!isFinnish(iban)) return m.account_iban_help();
  return bic === '' ? m.account_bic_found() : m.account_bank_found({ bank: bankName(bic) });
}

/** Number and bank are both sent: a bank belongs to its account. */
const changeOf = ({ currentPassword }: Partial<Fields>, { iban, bic }: Fields) => ({
  iban,
  bic,
  ...(currentPassword !== undefined && { currentPassword }),
});

/** Where the salary is paid to. */
export function BankAccount({ profile }: { profile: Profile }) {
  const before = fieldsOf(profile);
  const section = useProfileSection(profile, {
    fieldsOf,
    problemsOf: (fields) => problemsOf(before, fields),
    changeOf,
  });
  const { form, fields, input, change, submit, clashes } = section;
  const changeIban = (iban: string) => {
    change({ iban });
    // The bank of the account before is not the bank of this one. Of a Finnish one the server finds it.
    if (isFinnish(iban) || iban === '' || fields.bic === before.bic) change({ bic: '' });
  };
  return (
    <Section title={m.account_bank_title()} help={m.account_bank_help()}>
      <form ref={form} onSubmit={submit} noValidate className={classes.form}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <IbanInput
            {...input('iban')}
            id={NEEDS.NO_ACCOUNT.field}
            label={m.account_iban()}
            description={bankText(fields)}
            onChange={changeIban}
          />
          {!isFinnish(fields.iban) && fields.iban !== '' && (
            <TextInput
              {...input('bic')}
              label={m.account_bic()}
              description={m.account_bic_help()}
              onChange={({ currentTarget }) => change({ bic: currentTarget.value.toUpperCase() })}
              autoComplete="off"
              spellCheck={false}
              maxLength={11}
            />
          )}
          {takesPassword(before, fields) && (
            <CurrentPasswordField
              {...input('currentPassword')}
              email={profile.email}
              description={m.account_bank_password_help()}
            />
          )}
        </SimpleGrid>
        <ClashNote
          clashes={clashes.map((name) => ({ name: LABELS[name](), elsewhere: before[name] }))}
          isPending={section.isPending}
          saveOver={section.saveOver}
          takeTheirs={section.undo}
        />
        <SaveBar section={section} />
      </form>
    </Section>
  );
}
