import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { ApiProblem } from '@/api/problem';
import { PageLoader } from '@/components/PageLoader';
import { PageTitle } from '@/components/PageTitle';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { CallCard } from './CallCard';
import { byTag, callsOf, type OpenApi } from './openapi';
import { OPENAPI_URL, useOpenApi } from './useOpenApi';

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
