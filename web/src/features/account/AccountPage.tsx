import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { profileQuery, type Profile } from '@/api/profile';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { teachAccounts } from '@/lib/notify/accounts';
import { teachWork } from '@/lib/notify/work';
import { m } from '@/paraglide/messages';
import { BankAccount } from './BankAccount';
import { ContactDetails } from './ContactDetails';
import { EmailAddress } from './EmailAddress';
import { Identity } from './Identity';
import { Notices } from './Notices';
import { PasswordChange } from './PasswordChange';
import { Preferences } from './Preferences';
import { Privacy } from './Privacy';
import { Sessions } from './Sessions';
import { TaxCard } from './TaxCard';
import { UnsavedGuard } from './unsaved';

// The faults of an account number, a postal code and a file are among the keys of work.
teachAccounts();
teachWork();

/** One's own account, a section for each matter; each section is saved by itself. */
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

function Sections({ profile }: { profile: Profile }) {
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
