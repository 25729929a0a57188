import { Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { profileQuery, type Profile } from '@/api/profile';
import { Details } from '@/components/Details';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { HelpLink } from '@/domain/help/HelpLink';
import { NEEDS } from '@/domain/readiness/needs';
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
import { ACCOUNT_TABS, type AccountTab } from './search';
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

/** The user's account in sections by tabs, each section saved by itself. */
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
function useNamedField(field: string) {
  useEffect(() => {
    if (field === '') return;
    const element = document.getElementById(field);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'center' });
  }, [field]);
}

interface TabProps {
  tab: AccountTab;
  profile: Profile;
  worker: boolean;
}

/** Where the fields are that an address may name. */
const TAB_OF_FIELD: Readonly<Record<string, AccountTab>> = {
  [NEEDS.NO_ACCOUNT.field]: 'money',
  [NEEDS.NO_TAX_CARD.field]: 'money',
  [NEEDS.NO_PROFESSION.field]: 'contact',
  [NEEDS.EMAIL_NOT_CONFIRMED.field]: 'login',
  places: 'settings',
};

const TAB_NAMES: Readonly<Record<AccountTab, () => string>> = {
  money: m.account_tab_money,
  contact: m.account_tab_contact,
  login: m.account_tab_login,
  settings: m.account_tab_settings,
  privacy: m.account_tab_privacy,
};

/** The sections by tabs, money first. Those that are not shown stay as they are, with what was typed into them. */
function Sections({ profile }: { profile: Profile }) {
  const worker = profile.roles.includes('ROLE_USER');
  const tabs = ACCOUNT_TABS.filter((one) => worker || one !== 'money');
  const field = useLocation({ select: ({ hash }) => hash });
  const { tab: asked } = useSearch({ from: '/account' });
  const wanted = asked ?? TAB_OF_FIELD[field];
  const tab = tabs.find((one) => one === wanted) ?? (worker ? 'money' : 'contact');
  const navigate = useNavigate({ from: '/account' });
  useNamedField(field);
  const choose = (next: string | null) => {
    const chosen = tabs.find((one) => one === next);
    if (chosen !== undefined) {
      void navigate({ search: { tab: chosen }, hash: '', replace: true, resetScroll: false });
    }
  };
  return (
    <UnsavedGuard>
      {/* Not as an activity: hidden, its effects would be undone, and with them that something is unsaved. */}
      <Tabs value={tab} onChange={choose} variant="pills" keepMountedMode="display-none">
        <Tabs.List aria-label={m.account_tabs()} mb="lg">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} fw={600}>
              {TAB_NAMES[one]()}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <Stack gap="lg">
              <TabSections tab={one} profile={profile} worker={worker} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </UnsavedGuard>
  );
}

function TabSections({ tab, profile, worker }: TabProps) {
  switch (tab) {
    case 'money':
      return (
        <>
          <BankAccount profile={profile} />
          <TaxCard profile={profile} />
          <Pension profile={profile} />
        </>
      );
    case 'contact':
      return (
        <>
          <Identity profile={profile} />
          <ContactDetails profile={profile} worker={worker} />
        </>
      );
    case 'login':
      return (
        <>
          <EmailAddress profile={profile} />
          <PasswordChange email={profile.email} />
          <Sessions />
        </>
      );
    case 'settings':
      return (
        <>
          <Preferences profile={profile} worker={worker} />
          {worker && <Places />}
          {worker && <Notices profile={profile} />}
        </>
      );
    case 'privacy':
      return <Privacy profile={profile} />;
  }
}

/** Who insures the worker's pension. */
function Pension({ profile }: { profile: Profile }) {
  const entrepreneur = profile.personSettings.workerType === 'ENTREPRENEUR';
  return (
    <Section title={m.account_pension_title()}>
      <HelpLink topic={entrepreneur ? 'yel' : 'tyel'} besideForm />
    </Section>
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
