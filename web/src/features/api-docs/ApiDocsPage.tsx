import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem, problemOf, unreachable } from '@/api/problem';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { CallCard } from './CallCard';
import { byTag, callsOf, type OpenApi } from './openapi';

const OPENAPI_URL = '/api/openapi.json';

/** The server's description of itself. It is not part of what it describes, hence the plain fetch. */
function useOpenApi() {
  return useQuery({
    queryKey: ['openapi'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<OpenApi> => {
      const response = await fetch(OPENAPI_URL, { signal }).catch((error: unknown) => {
        throw unreachable(error);
      });
      if (!response.ok) throw await problemOf(response);
      return (await response.json()) as OpenApi;
    },
  });
}

/** The server's OpenAPI description for people; there in demo mode alone. */
export function ApiDocsPage() {
  const { data: api, error } = useOpenApi();
  return (
    <Stack gap="xl">
      <div>
        <PageTitle>{m.page_api_docs()}</PageTitle>
        <Text mt="xs" c="dimmed">
          {m.api_docs_intro()}{' '}
          <Anchor href={OPENAPI_URL} target="_blank" underline="always">
            {OPENAPI_URL}
          </Anchor>
        </Text>
      </div>
      {error !== null && (
        <Alert role="alert" color="red">
          {textOf(error instanceof ApiProblem ? error.errorKey : 'ERROR')}
        </Alert>
      )}
      {api === undefined && error === null && <PageLoader />}
      {api !== undefined && <Calls api={api} />}
    </Stack>
  );
}

function Calls({ api }: { api: OpenApi }) {
  return [...byTag(callsOf(api))].map(([tag, calls]) => (
    <Stack key={tag ?? ''} component="section" gap="sm">
      <Title order={2}>{tag ?? m.api_docs_other_tag()}</Title>
      {calls.map((call) => (
        <CallCard key={call.id} call={call} />
      ))}
    </Stack>
  ));
}
