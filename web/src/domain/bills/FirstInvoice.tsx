import { Card, Text, Title } from '@mantine/core';
import { Drawing } from '@/components/Drawing';
import { ButtonLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import classes from './FirstInvoice.module.css';

const STEPS = [
  { drawing: 'firstInvoice', title: m.bills_step_write, body: m.bills_step_write_body },
  { drawing: 'sent', title: m.bills_step_send, body: m.bills_step_send_body },
  { drawing: 'paid', title: m.bills_step_salary, body: m.bills_step_salary_body },
] as const;

/** An introduction for a worker without invoices, with a button for the first one. */
export function FirstInvoice() {
  return (
    <Card withBorder padding="xl" className={classes.card}>
      <Title order={2}>{m.bills_first_title()}</Title>
      <ol className={classes.steps}>
        {STEPS.map(({ drawing, title, body }) => (
          <li key={title()} className={classes.step}>
            <Drawing name={drawing} width={140} />
            <Text fw={650}>{title()}</Text>
            <Text c="dimmed">{body()}</Text>
          </li>
        ))}
      </ol>
      <ButtonLink to="/invoice" className={classes.begin}>
        {m.bills_first_begin()}
      </ButtonLink>
    </Card>
  );
}
