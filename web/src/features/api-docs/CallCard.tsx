import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { m } from '@/paraglide/messages';
import classes from './CallCard.module.css';
import { FieldTable } from './FieldTable';
import type { Answer, Call, Content } from './openapi';

/** One call: what it is, who may make it, what goes in and what comes out. */
export function CallCard({ call }: { call: Call }) {
  return (
    <Paper component="article" withBorder p={{ base: 'md', sm: 'lg' }} className={classes.card}>
      <Group gap="sm">
        <span className={classes.method} data-method={call.method}>
          {call.method}
        </span>
        <Title order={3} className={classes.path}>
          {call.path}
        </Title>
        <Text size="sm" c="dimmed" ms="auto">
          {accessText(call.roles)}
        </Text>
      </Group>
      {call.summary !== '' && <Text mt="xs">{call.summary}</Text>}
      {call.description !== '' && (
        <Text mt="xs" c="dimmed" className={classes.description}>
          {call.description}
        </Text>
      )}
      <Shapes call={call} />
    </Paper>
  );
}

/** Made when first opened: hundreds of calls have thousands of fields, of which people look at a few. */
function Shapes({ call }: { call: Call }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={classes.shapes}
      onToggle={({ currentTarget }) => setOpened(opened || currentTarget.open)}
    >
      <summary className={classes.toggle}>{m.api_docs_fields()}</summary>
      {opened && (
        <Stack gap="md" mt="sm">
          {call.parameters.length > 0 && (
            <FieldTable title={m.api_docs_parameters()} fields={call.parameters} />
          )}
          {call.request !== undefined && (
            <ContentPart title={m.api_docs_request()} content={call.request} />
          )}
          {call.answers.map((answer) => (
            <AnswerPart key={answer.status} answer={answer} />
          ))}
        </Stack>
      )}
    </details>
  );
}

function accessText(roles: Call['roles']): string {
  if (roles === undefined) return m.api_docs_public();
  if (roles.length === 0) return m.api_docs_signed_in();
  return m.api_docs_roles({ roles: roles.join(', ') });
}

function AnswerPart({ answer }: { answer: Answer }) {
  const title = m.api_docs_answer({ status: answer.status, description: answer.description });
  return <ContentPart title={title} content={answer.content} />;
}

function ContentPart({ title, content }: { title: string; content: Content | undefined }) {
  return (
    <div>
      <Group gap="xs" mb={4}>
        <Text size="sm" fw={650}>
          {title}
        </Text>
        <Code>{content?.type ?? m.api_docs_no_body()}</Code>
      </Group>
      {content !== undefined && content.fields.length > 0 && (
        <FieldTable title={title} fields={content.fields} />
      )}
    </div>
  );
}
