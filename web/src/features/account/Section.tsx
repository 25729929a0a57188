import { Paper, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './Section.module.css';

interface Props {
  title: string;
  help?: string | undefined;
  children: ReactNode;
}

/** One matter of the account, on a card of its own. */
export function Section({ title, help, children }: Props) {
  const titleId = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={titleId}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      className={classes.section}
    >
      <div>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {help !== undefined && (
          <Text mt={4} c="dimmed">
            {help}
          </Text>
        )}
      </div>
      {children}
    </Paper>
  );
}
