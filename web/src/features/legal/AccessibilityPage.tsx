import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import { LegalText } from '@/domain/legal/LegalText';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';

/** Changed with every change of the text. */
const VERSION = '2026-11-18';

/** The authority that supervises accessibility. */
const AUTHORITY = {
  page: { fi: 'www.saavutettavuusvaatimukset.fi', en: 'www.webaccessibility.fi' },
  email: 'saavutettavuus@traficom.fi',
  phone: '029 534 5000',
};

const mail = (address: string) => ({ href: `mailto:${address}`, text: address });
const call = (number: string) => ({ href: `tel:${number.replaceAll(' ', '')}`, text: number });

export function AccessibilityPage() {
  const authorityPage = AUTHORITY.page[useLanguage()];
  const app = useQuery(appInfoQuery);
  if (app.isError) return <LoadFailure error={app.error} retry={() => void app.refetch()} />;
  if (app.data === undefined) return <PageLoader />;
  const { providerName, providerEmail, providerPhone } = app.data;
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.page_accessibility()}</PageTitle>
        <Text mt="xs">{m.legal_access_intro()}</Text>
      </div>
      <LegalText
        version={VERSION}
        sections={[
          { title: m.legal_access_state_title(), paragraphs: [m.legal_access_state_1()] },
          {
            title: m.legal_access_gaps_title(),
            paragraphs: [m.legal_access_gaps_1(), m.legal_access_gaps_2()],
          },
          {
            title: m.legal_access_how_title(),
            paragraphs: [m.legal_access_how_1(), m.legal_access_how_2()],
          },
          {
            title: m.legal_access_feedback_title(),
            paragraphs: [m.legal_access_feedback_1(), providerName],
            contacts: [mail(providerEmail), call(providerPhone)],
          },
          {
            title: m.legal_access_authority_title(),
            paragraphs: [m.legal_access_authority_1()],
            contacts: [
              { href: `https://${authorityPage}/`, text: authorityPage },
              mail(AUTHORITY.email),
              call(AUTHORITY.phone),
            ],
          },
        ]}
      />
    </Stack>
  );
}
