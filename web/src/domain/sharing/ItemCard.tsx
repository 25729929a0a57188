import { Group, Text } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { StateBadge, type StateWords } from '@/components/StateBadge';
import classes from './ItemCard.module.css';

interface Props extends Omit<ComponentPropsWithRef<'li'>, 'className'> {
  name: string;
  amount: string;
  state: StateWords;
  /** What else there is to say, each on a line of its own; those without a text are left out. */
  lines: readonly (string | null | undefined)[];
  /** What can be done. */
  actions?: ReactNode;
}

/** One share, purchase or advance: whose it is, how much, how far it has come, and what can be done. */
export function ItemCard({ name, amount, state, lines, actions, children, ...item }: Props) {
  return (
    <li {...item} className={classes.item}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <span className={classes.amount}>{amount}</span>
      </div>
      <Group>
        <StateBadge state={state} />
      </Group>
      {lines
        .filter((line) => line !== null && line !== undefined && line !== '')
        .map((line) => (
          <Text key={line} size="sm" c="dimmed" className={classes.words}>
            {line}
          </Text>
        ))}
      {children}
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </li>
  );
}

export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}
