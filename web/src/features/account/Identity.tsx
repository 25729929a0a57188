import { Text } from '@mantine/core';
import type { Profile } from '@/api/profile';
import { Facts } from '@/components/provider/Facts';
import { m } from '@/paraglide/messages';
import classes from './Identity.module.css';
import { Picture } from './picture/Picture';
import { Section } from './Section';

/** Who the person is. What a bank has told is shown, not asked. */
export function Identity({ profile }: { profile: Profile }) {
  return (
    <Section title={m.account_identity_title()}>
      <div className={classes.identity}>
        <Picture profile={profile} />
        <div className={classes.words}>
          <Facts
            facts={[
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
