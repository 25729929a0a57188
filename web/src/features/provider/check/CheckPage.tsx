import { Alert, Button, Group, List, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconReload } from '@tabler/icons-react';
import { dataCheckQuery, type Finding } from '@/api/dataCheck';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { Panel } from '@/components/Panel';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import { QUESTIONS, faultText } from './checkWords';

/** What an auditor would ask of the books, and the answers. */
export function CheckPage() {
  const { data, error, isFetching, refetch } = useQuery(dataCheckQuery);
  return (
    <Stack gap="md">
      <PageTitle>{m.provider_page_check()}</PageTitle>
      <Text>{m.providercheck_intro()}</Text>
      <Group gap="sm">
        <Button
          variant="default"
          loading={isFetching}
          leftSection={<IconReload size={18} aria-hidden="true" />}
          onClick={() => void refetch()}
        >
          {m.providercheck_again()}
        </Button>
        {data !== undefined && (
          <Text c="dimmed">{m.providercheck_asked({ at: formatInstant(data.askedAt) })}</Text>
        )}
      </Group>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Skeleton height={420} role="status" aria-label={m.providercheck_waiting()} />
      )}
      {data !== undefined && <Answers findings={data.findings} />}
    </Stack>
  );
}

function Answers({ findings }: { findings: readonly Finding[] }) {
  const wrong = findings.filter(({ problems }) => problems.length > 0);
  const fine = findings.filter(({ problems }) => problems.length === 0);
  return (
    <>
      <Summary wrong={wrong.length} />
      {wrong.length > 0 && (
        <Panel title={m.providercheck_problems()}>
          <Stack gap="md">
            {wrong.map((finding) => (
              <Wrong key={finding.question} finding={finding} />
            ))}
          </Stack>
        </Panel>
      )}
      {fine.length > 0 && (
        <Panel title={m.providercheck_fine()}>
          <List
            spacing="xs"
            center
            icon={
              <ThemeIcon color="green" variant="light" size={22} radius="xl">
                <IconCheck size={14} aria-hidden="true" />
              </ThemeIcon>
            }
          >
            {fine.map(({ question }) => (
              <List.Item key={question}>{QUESTIONS[question]()}</List.Item>
            ))}
          </List>
        </Panel>
      )}
    </>
  );
}

function Summary({ wrong }: { wrong: number }) {
  if (wrong === 0) {
    return (
      <Alert color="green" role="status" icon={<IconCircleCheck aria-hidden="true" />}>
        {m.providercheck_all_fine()}
      </Alert>
    );
  }
  return (
    <Alert color="red" role="status" icon={<IconAlertTriangle aria-hidden="true" />}>
      {m.providercheck_wrong({ count: wrong })}
    </Alert>
  );
}

function Wrong({ finding: { question, problems } }: { finding: Finding }) {
  return (
    <div>
      <Text fw={600}>{QUESTIONS[question]()}</Text>
      <List size="sm" mt={4}>
        {problems.map((fault) => {
          const text = faultText(fault);
          return <List.Item key={text}>{text}</List.Item>;
        })}
      </List>
    </div>
  );
}
