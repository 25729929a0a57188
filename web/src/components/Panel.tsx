import { Card, Title, type TitleOrder } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';

interface Props {
  title: string;
  order?: TitleOrder;
  size?: 'h3' | 'h4';
  /** A landmark can be jumped to with a screen reader. */
  landmark?: boolean;
  framed?: boolean;
  padding?: 'md' | 'lg';
  children: ReactNode;
}

/** A titled part of a page, framed unless said otherwise. */
export function Panel({ title, order = 2, size, children, ...look }: Props) {
  const { landmark = true, framed = true, padding = 'md' } = look;
  const label = landmark ? { 'aria-label': title } : {};
  const content = (
    <>
      <Title order={order} mb={framed ? 'sm' : 6} {...(size !== undefined && { size })}>
        {title}
      </Title>
      {children}
    </>
  );
  if (!framed) return <section {...label}>{content}</section>;
  return (
    <Card component="section" withBorder padding={padding} className={classes.panel} {...label}>
      {content}
    </Card>
  );
}
