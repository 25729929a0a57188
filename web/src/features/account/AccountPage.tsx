import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { profileQuery, type Profile } from '@/api/profile';
import { Details } from '@/components/Details';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { registerAccountTexts } from '@/lib/notify/accounts';
import { registerWorkTexts } from '@/lib/notify/work';
import { m } from '@/paraglide/messages';
import { BankAccount } from './BankAccount';
import { ContactDetails } from './ContactDetails';
import { EmailAddress } from './EmailAddress';
import classes from './Identity.module.css';
import { PasswordChange } from './PasswordChange';
import { Places } from './Places';
import { Preferences } from './Preferences';
import { Privacy } from './Privacy';
import { Section } from './Section';
import { Sessions } from './Sessions';
import { SettingSwitch } from './SettingSwitch';
import { TaxCard } from './TaxCard';
import { Picture } from './picture/Picture';
import { UnsavedGuard } from './unsaved';

type Notice = keyof Profile['notifications'];

const NOTICES: readonly (readonly [Notice, () => string])[] = [
  ['billApproved', m.account_notice_approved],
  ['billReturned', m.account_notice_returned],
  ['billPaid', m.account_notice_paid],
  ['salaryPaid', m.account_notice_salary],
];

/** What a mail is sent about. */
function Notices({ profile: { notifications } }: { profile: Profile }) {
  return (
    <Section title={m.account_notices_title()} help={m.account_notices_help()}>
      <Stack gap="sm">
        {NOTICES.map(([notice, label]) => (
          <SettingSwitch
            key={notice}
            label={label()}
            checked={notifications[notice]}
            change={(wanted) => ({ notifications: { [notice]: wanted } })}
          />
        ))}
      </Stack>
    </Section>
  );
}

// The faults of an account number, a postal code and a file are among the keys of work.
registerAccountTexts();
registerWorkTexts();

/** The user's account in sections, each saved by itself. */
export function AccountPage() {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  return (
    <Stack gap="lg" maw={860}>
      <PageTitle>{m.page_account()}</PageTitle>
      {profile !== undefined && <Sections profile={profile} />}
      {profile === undefined && error !== null && (
        <LoadFailure error={error} retry={() => void refetch()} />
      )}
      {profile === undefined && error === null && <Loading />}
    </Stack>
  );
}

/** An address that names a field, such as a link of the home page, leads straight to it. */
function useNamedField() {
  const field = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (field === '') return;
    const element = document.getElementById(field);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'center' });
  }, [field]);
}

function Sections({ profile }: { profile: Profile }) {
  useNamedField();
  const worker = profile.roles.includes('ROLE_USER');
  return (
    <UnsavedGuard>
      <Identity profile={profile} />
      <ContactDetails profile={profile} worker={worker} />
      {worker && <BankAccount profile={profile} />}
      {worker && <TaxCard profile={profile} />}
      <EmailAddress profile={profile} />
      <PasswordChange email={profile.email} />
      <Preferences profile={profile} worker={worker} />
      {worker && <Places />}
      {worker && <Notices profile={profile} />}
      <Sessions />
      <Privacy profile={profile} />
    </UnsavedGuard>
  );
}

function Loading() {
  return (
    <Stack gap="lg" role="status" aria-label={m.loading()}>
      <Skeleton height={180} radius="lg" />
      <Skeleton height={420} radius="lg" />
      <Skeleton height={220} radius="lg" />
    </Stack>
  );
}

/** The identity of the user. What a bank has confirmed cannot be edited. */
function Identity({ profile }: { profile: Profile }) {
  return (
    <Section title={m.account_identity_title()}>
      <div className={classes.identity}>
        <Picture profile={profile} />
        <div className={classes.words}>
          <Details
            items={[
              { name: m.account_first_name(), value: profile.firstName },
              { name: m.account_last_name(), value: profile.lastName },
              { name: m.account_personal_id(), value: profile.personalId },
            ]}
          />
          <Text size="sm" c="dimmed">
            {m.account_identity_help()}
          </Text>
        </div>
      </div>
    </Section>
  );
}
