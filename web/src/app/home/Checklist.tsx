import { Card, Group, Progress, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconHourglass, type Icon } from '@tabler/icons-react';
import { useId } from 'react';
import type { NeedState, Readiness } from '@/api/readiness';
import { TextLink } from '@/components/links';
import { isReady, NEEDS, ownItems } from '@/domain/readiness/needs';
import { m } from '@/paraglide/messages';
import classes from './Checklist.module.css';

const ICONS: Readonly<Record<NeedState, Icon>> = {
  MISSING: IconCircle,
  WAITING: IconHourglass,
  DONE: IconCircleCheckFilled,
};

/** What a worker still has to give before a salary, until all of it is there. */
export function Checklist({ readiness }: { readiness: Readiness }) {
  const titleId = useId();
  if (isReady(readiness)) return null;
  const items = ownItems(readiness);
  const done = items.filter(({ state }) => state !== 'MISSING').length;
  const progress = m.readiness_progress({ done, all: items.length });
  const waits =
    readiness.salaryWaits && items.some(({ holds, state }) => holds && state === 'MISSING');
  return (
    <Card
      component="section"
      withBorder
      padding="lg"
      aria-labelledby={titleId}
      className={classes.card}
      data-waits={waits || undefined}
    >
      <Title order={2} id={titleId}>
        {waits ? m.readiness_waits() : m.readiness_title()}
      </Title>
      <Text c="dimmed">{waits ? m.readiness_waits_body() : m.readiness_body()}</Text>
      <Group gap="sm" wrap="nowrap" className={classes.progress}>
        <Progress value={(done / items.length) * 100} size="lg" flex={1} aria-label={progress} />
        <Text size="sm">{progress}</Text>
      </Group>
      <ul className={classes.items}>
        {items.map(({ need, state }) => {
          const { name, why, add, field } = NEEDS[need];
          const StateIcon = ICONS[state];
          return (
            <li key={need} data-state={state}>
              <StateIcon size={22} aria-hidden="true" className={classes.icon} />
              {state === 'MISSING' ? (
                <span>
                  <TextLink to="/account" hash={field} fw={600}>
                    {add()}
                  </TextLink>
                  <Text size="sm" c="dimmed">
                    {why()}
                  </Text>
                </span>
              ) : (
                <span>
                  <Text>{name()}</Text>
                  <Text size="sm" c="dimmed">
                    {state === 'DONE' ? m.readiness_done() : m.readiness_card_waiting()}
                  </Text>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
