import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconSendOff } from '@tabler/icons-react';
import type { Dashboard } from '@/api/dashboard';
import { TextLink } from '@/components/links';
import { useMayOpen } from '@/domain/useMayOpen';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';

type Held = NonNullable<Dashboard['heldSending']>;

const WHY_HELD: Readonly<Record<Held['why'], (named: { since: string }) => string>> = {
  RESTORED: m.provider_held_restored,
  COPIED: m.provider_held_copied,
  ASKED: m.provider_held_asked,
};

/** What keeps the whole service from its work, and who can end it. */
export function Obstacles({ dashboard }: { dashboard: Dashboard }) {
  const { heldSending, settingsMissing } = dashboard;
  return (
    <>
      {heldSending !== null && <HeldSending held={heldSending} />}
      {settingsMissing && <SettingsMissing />}
    </>
  );
}

function HeldSending({ held: { since, why } }: { held: Held }) {
  return (
    <Alert color="red" title={m.provider_held()} icon={<IconSendOff aria-hidden="true" />}>
      <Text size="sm">{WHY_HELD[why]({ since: formatInstant(since) })}</Text>
      <Text size="sm">{m.provider_held_help()}</Text>
    </Alert>
  );
}

function SettingsMissing() {
  const mayOpen = useMayOpen();
  return (
    <Alert
      color="yellow"
      title={m.provider_settings_missing()}
      icon={<IconAlertTriangle aria-hidden="true" />}
    >
      <Text size="sm">{m.provider_settings_missing_help()}</Text>
      {mayOpen('/provider/settings') ? (
        <TextLink to="/provider/settings" size="sm">
          {m.provider_settings_open()}
        </TextLink>
      ) : (
        <Text size="sm">{m.provider_settings_missing_admin()}</Text>
      )}
    </Alert>
  );
}
