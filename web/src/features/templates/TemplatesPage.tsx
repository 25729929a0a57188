import { Button, EmptyState, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '@/api/session';
import { templatesQuery } from '@/api/templates';
import { LoadFailure } from '@/components/LoadFailure';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';
import { TemplateList } from './TemplateList';
import { TemplateModal, type TemplateView } from './TemplateModal';
import classes from './TemplatesPage.module.css';

/** The user's saved rows and texts. */
export function TemplatesPage() {
  const [view, setView] = useState<TemplateView>();
  const create = () => setView({ kind: 'create' });
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end" gap="md">
        <div>
          <PageTitle>{m.page_templates()}</PageTitle>
          <Text size="lg" c="dimmed" mt={4} maw={640}>
            {m.templates_intro()}
          </Text>
        </div>
        <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={create}>
          {m.templates_new()}
        </Button>
      </Group>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} className={classes.card}>
        <Templates onView={setView} />
      </Paper>
      <TemplateModal view={view} onClose={() => setView(undefined)} />
    </Stack>
  );
}

function Templates({ onView }: { onView: (view: TemplateView) => void }) {
  const { data, error, refetch } = useQuery(templatesQuery(useSession()?.id));
  if (data === undefined) {
    return error === null ? (
      <ComingList />
    ) : (
      <LoadFailure error={error} retry={() => void refetch()} />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        variant="light"
        icon={<IconTemplate aria-hidden="true" />}
        title={m.templates_empty_title()}
        description={m.templates_empty_body()}
      />
    );
  }
  return (
    <TemplateList templates={data} onEdit={(template) => onView({ kind: 'edit', template })} />
  );
}

function ComingList() {
  return (
    <Stack gap="sm" role="status" aria-label={m.loading()}>
      <Skeleton height={52} />
      <Skeleton height={52} />
      <Skeleton height={52} />
    </Stack>
  );
}
