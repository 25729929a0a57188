import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useSavePerson, type Profile } from '@/api/profile';
import { tellProblem } from '@/components/tellProblem';
import { changeLanguage, useLanguage, type Language } from '@/lib/language';
import { notify } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { Section } from './Section';
import { SettingSwitch } from './SettingSwitch';

/** How the service behaves towards the person. Each choice is saved as it is made. */
export function Preferences({ profile, worker }: { profile: Profile; worker: boolean }) {
  return (
    <Section title={m.account_preferences_title()} help={m.account_choice_saved_at_once()}>
      <LanguageChoice />
      {worker && (
        <SettingSwitch
          label={m.account_address_search()}
          description={m.account_address_search_help()}
          checked={!profile.personSettings.disableAddressSearch}
          change={(searching) => ({ personSettings: { disableAddressSearch: !searching } })}
        />
      )}
    </Section>
  );
}

/** The language of the screens and of the mails. */
function LanguageChoice() {
  const labelId = useId();
  const language = useLanguage();
  const { mutate } = useSavePerson();
  const choose = (chosen: Language) => {
    changeLanguage(chosen);
    mutate(
      { language: chosen },
      {
        onSuccess: () => notify('success', 'UPDATE_PERSON_SUCCESS'),
        onError: tellProblem,
      },
    );
  };
  return (
    <Stack gap={6} align="flex-start">
      <Text id={labelId} fw={500}>
        {m.account_language()}
      </Text>
      <SegmentedControl<Language>
        aria-labelledby={labelId}
        value={language}
        onChange={choose}
        data={[
          { value: 'fi', label: m.language_fi() },
          { value: 'en', label: m.language_en() },
        ]}
      />
      <Text size="sm" c="dimmed">
        {m.account_language_help()}
      </Text>
    </Stack>
  );
}
