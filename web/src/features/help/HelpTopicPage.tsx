import { Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Navigate, useParams } from '@tanstack/react-router';
import { PageTitle } from '@/components/PageTitle';
import { ButtonLink } from '@/components/links';
import { HELP_TOPICS, TOPIC_NAMES } from '@/domain/help/topics';
import { m } from '@/paraglide/messages';
import { Example } from './Example';
import { EXPLANATIONS } from './explanations';
import classes from './Help.module.css';

/** One matter: what it is, what to do about it, and an example. */
export function HelpTopicPage() {
  const { topic: asked } = useParams({ from: '/help/$topic' });
  const topic = TOPIC_NAMES.find((name) => name === asked);
  if (topic === undefined) return <Navigate to="/help" replace />;
  const { title, hint } = HELP_TOPICS[topic];
  const { paragraphs, example } = EXPLANATIONS[topic];
  return (
    <Stack gap="lg" align="stretch">
      <div>
        <PageTitle>{title()}</PageTitle>
        <Text mt="xs" size="lg" c="dimmed" maw={640}>
          {hint()}
        </Text>
      </div>
      <div className={classes.text}>
        {paragraphs.map((paragraph) => (
          <Text key={paragraph()}>{paragraph()}</Text>
        ))}
      </div>
      <Example key={topic} example={example} />
      <div>
        <ButtonLink
          to="/help"
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          {m.help_all()}
        </ButtonLink>
      </div>
    </Stack>
  );
}
