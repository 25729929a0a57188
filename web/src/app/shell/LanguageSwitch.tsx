import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useLanguage, type Language } from '@/lib/language';
import { m } from '@/paraglide/messages';
import { useChooseLanguage } from './useChooseLanguage';

/** Chooses the language of the app, and of the person's profile when signed in. */
export function LanguageSwitch({ signedIn }: { signedIn: boolean }) {
  const language = useLanguage();
  const choose = useChooseLanguage(signedIn);
  return (
    <SegmentedControl<Language>
      size="xs"
      aria-label={m.language_switch()}
      value={language}
      onChange={choose}
      data={[
        { value: 'fi', label: <Name full={m.language_fi()} short={m.language_fi_short()} /> },
        { value: 'en', label: <Name full={m.language_en()} short={m.language_en_short()} /> },
      ]}
    />
  );
}

/** Two letters for the eye, the whole name for the ear. */
function Name({ full, short }: { full: string; short: string }) {
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden>{full}</VisuallyHidden>
    </>
  );
}
