import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery, type AppInfo } from '@/api/app';
import { LegalText, type LegalSection } from '@/domain/legal/LegalText';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';

/** Changed with every change of the text. */
const VERSION = '2026-11-18';

function sections(app: AppInfo): LegalSection[] {
  const controller = {
    name: app.providerName,
    email: app.providerEmail,
    phone: app.providerPhone,
  };
  const measured = app.pixelId !== null;
  return [
    { title: m.legal_privacy_who_title(), paragraphs: [m.legal_privacy_who_1(controller)] },
    {
      title: m.legal_privacy_what_title(),
      paragraphs: [m.legal_privacy_what_1(), m.legal_privacy_what_2()],
    },
    { title: m.legal_privacy_why_title(), paragraphs: [m.legal_privacy_why_1()] },
    { title: m.legal_privacy_whom_title(), paragraphs: [m.legal_privacy_whom_1()] },
    { title: m.legal_privacy_time_title(), paragraphs: [m.legal_privacy_time_1()] },
    { title: m.legal_privacy_rights_title(), paragraphs: [m.legal_privacy_rights_1()] },
    {
      title: m.legal_privacy_cookies_title(),
      paragraphs: [m.legal_privacy_cookies_1(), ...(measured ? [m.legal_privacy_cookies_2()] : [])],
    },
  ];
}

export function PrivacyPage() {
  const app = useQuery(appInfoQuery);
  if (app.isError) return <LoadFailure error={app.error} retry={() => void app.refetch()} />;
  if (app.data === undefined) return <PageLoader />;
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.page_privacy()}</PageTitle>
        <Text mt="xs">{m.legal_privacy_intro()}</Text>
      </div>
      <LegalText sections={sections(app.data)} version={VERSION} />
    </Stack>
  );
}
