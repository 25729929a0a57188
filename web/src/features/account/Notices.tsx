import { Stack } from '@mantine/core';
import type { Profile } from '@/api/profile';
import { m } from '@/paraglide/messages';
import { Section } from './Section';
import { SettingSwitch } from './SettingSwitch';

type Notice = keyof Profile['notifications'];

const NOTICES: readonly (readonly [Notice, () => string])[] = [
  ['billApproved', m.account_notice_approved],
  ['billReturned', m.account_notice_returned],
  ['billPaid', m.account_notice_paid],
  ['salaryPaid', m.account_notice_salary],
];

/** What a mail is sent about. */
export function Notices({ profile: { notifications } }: { profile: Profile }) {
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
