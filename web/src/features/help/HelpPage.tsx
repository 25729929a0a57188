import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { PageTitle } from '@/components/PageTitle';
import { TextLink } from '@/components/links';
import { HELP_TOPICS, TOPIC_NAMES } from '@/domain/help/topics';
import { m } from '@/paraglide/messages';
import classes from './Help.module.css';

/** All that is explained, each in one sentence. */
export function HelpPage() {
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{m.help_page()}</PageTitle>
        <Text mt="xs" size="lg" c="dimmed" maw={640}>
          {m.help_intro()}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {TOPIC_NAMES.map((topic) => {
          const { title, hint } = HELP_TOPICS[topic];
          return (
            <Card key={topic} component="article" withBorder padding="lg" className={classes.topic}>
              <Title order={2} size="h3">
                <TextLink
                  to="/help/$topic"
                  params={{ topic }}
                  inherit
                  className={classes.whole ?? ''}
                >
                  {title()}
                </TextLink>
              </Title>
              <Text c="dimmed" mt={4}>
                {hint()}
              </Text>
            </Card>
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
