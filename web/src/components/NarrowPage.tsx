import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './NarrowPage.module.css';
import { PageTitle } from './PageTitle';

interface Props {
  title: string;
  intro: string;
  children: ReactNode;
}

/** A page with one form on a card, in the middle of a wide screen. */
export function NarrowPage({ title, intro, children }: Props) {
  return (
    <div className={classes.page}>
      <Paper withBorder radius="lg" p={{ base: 'lg', sm: 'xl' }} className={classes.card}>
        <PageTitle>{title}</PageTitle>
        <Text c="dimmed" mt={4} mb="lg">
          {intro}
        </Text>
        {children}
      </Paper>
    </div>
  );
}
