import { Card, Group, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useId } from 'react';
import type { SalarySlip } from '@/api/salaries';
import { ButtonLink } from '@/components/links';
import { NewTabLink } from '@/components/NewTabLink';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Salaries.module.css';

/** A pay slip at a glance: what came, when, and of what. */
export function SalaryCard({ slip }: { slip: SalarySlip }) {
  const titleId = useId();
  return (
    <Card
      component="article"
      withBorder
      padding="md"
      className={classes.card}
      aria-labelledby={titleId}
    >
      <Group justify="space-between" gap="xs">
        <Title order={3} id={titleId}>
          {m.salaries_slip({ number: slip.number })}
        </Title>
        <Text c="dimmed" size="sm">
          {m.salaries_paid_on({ day: slip.payday })}
        </Text>
      </Group>
      <Text className={classes.salary}>{formatMoney(slip.salary)}</Text>
      <dl className={classes.facts}>
        <div>
          <dt>{m.salaries_invoiced()}</dt>
          <dd>{formatMoney(slip.alvtotal)}</dd>
        </div>
        <div>
          <dt>{m.calculator_line_fee()}</dt>
          <dd>{formatMoney(slip.costs)}</dd>
        </div>
        {slip.takenBack !== 0 && (
          <div>
            <dt>{m.salaries_taken_back()}</dt>
            <dd>{formatMoney(-slip.takenBack)}</dd>
          </div>
        )}
      </dl>
      <Group gap="xs" mt="auto">
        <ButtonLink
          to="/salaries/$salaryId"
          params={{ salaryId: slip.id }}
          variant="light"
          size="sm"
        >
          {m.salaries_view()}
        </ButtonLink>
        <NewTabLink
          href={slip.salaryurl}
          variant="default"
          size="sm"
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
        >
          {m.salaries_print()}
        </NewTabLink>
      </Group>
    </Card>
  );
}
