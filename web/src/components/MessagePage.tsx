import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LogoMark } from './Logo';
import classes from './MessagePage.module.css';
import { PageTitle } from './PageTitle';

interface Props {
  title: string;
  body: string;
  /** Shown in place of the mark. */
  drawing?: ReactNode;
  /** What the person can do next. */
  children?: ReactNode;
}

/** A page that has one thing to say. */
export function MessagePage({ title, body, drawing, children }: Props) {
  return (
    <Stack className={classes.page} align="center" gap="md">
      {drawing ?? <LogoMark size={56} />}
      <PageTitle>{title}</PageTitle>
      <Text c="dimmed" size="lg" maw={520}>
        {body}
      </Text>
      {children}
    </Stack>
  );
}
