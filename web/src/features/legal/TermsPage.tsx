import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import { LegalText } from '@/domain/legal/LegalText';
import { terms } from '@/domain/legal/terms';
import { LoadFailure } from '@/components/LoadFailure';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';

export function TermsPage() {
  const app = useQuery(appInfoQuery);
  if (app.isError) return <LoadFailure error={app.error} retry={() => void app.refetch()} />;
  if (app.data === undefined) return <PageLoader />;
  return (
    <Stack gap="lg">
      <PageTitle>{m.page_eula()}</PageTitle>
      <LegalText sections={terms()} version={app.data.termsVersion} />
    </Stack>
  );
}
