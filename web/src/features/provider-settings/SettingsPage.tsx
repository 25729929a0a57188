import { Stack } from '@mantine/core';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';
import { Settings } from './Settings';

/** Who the provider is and what it asks for, by date. */
export function SettingsPage() {
  return (
    <Stack gap="md">
      <PageTitle>{m.provider_page_settings()}</PageTitle>
      <Settings />
    </Stack>
  );
}
