import { Stack, Tabs } from '@mantine/core';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';
import { ApiKeys } from './ApiKeys';
import { Settings } from './Settings';

/** Who the provider is and what it asks for, by date; and the keys of other programs. */
export function SettingsPage() {
  return (
    <Stack gap="md">
      <PageTitle>{m.provider_page_settings()}</PageTitle>
      <Tabs defaultValue="provider" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="provider">{m.providerpeople_settings_provider()}</Tabs.Tab>
          <Tabs.Tab value="keys">{m.providerpeople_keys()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="provider">
          <Settings />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <ApiKeys />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
