import { Badge, Group, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FilterTabs.module.css';

interface Filter<Value extends string> {
  readonly value: Value;
  readonly name: string;
  /** How many there are behind it, where that is known. */
  readonly count?: number | undefined;
}

interface Props<Value extends string> {
  label: string;
  /** The title of the page, which stands on one line with the tabs where there is room. */
  title?: ReactNode;
  filters: readonly Filter<Value>[];
  value: Value;
  choose: (value: Value) => void;
  /** What the chosen filter lets through. */
  children: ReactNode;
}

/** The parts of a list, one at a time. */
export function FilterTabs<Value extends string>(props: Props<Value>) {
  const { label, title, filters, value, choose, children } = props;
  const chosen = (next: string | null) => {
    const filter = filters.find((one) => one.value === next);
    if (filter !== undefined) choose(filter.value);
  };
  return (
    <Tabs
      value={value}
      onChange={chosen}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Group gap="xl" mb="md" align="center">
        {title}
        <Tabs.List aria-label={label}>
          {filters.map(({ value: one, name, count }) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={count !== undefined && <Badge variant="default">{count}</Badge>}
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Group>
      {filters.map(({ value: one }) => (
        <Tabs.Panel key={one} value={one}>
          {one === value && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
