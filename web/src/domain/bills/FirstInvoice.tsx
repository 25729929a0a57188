import { Card, Text, Title } from '@mantine/core';
import { IconFileInvoice, IconSend, IconWallet, type Icon } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import { ButtonLink } from '@/components/links';
import classes from './FirstInvoice.module.css';

const STEPS: readonly { icon: Icon; title: () => string; body: () => string }[] = [
  { icon: IconFileInvoice, title: m.bills_step_write, body: m.bills_step_write_body },
  { icon: IconSend, title: m.bills_step_send, body: m.bills_step_send_body },
  { icon: IconWallet, title: m.bills_step_salary, body: m.bills_step_salary_body },
];

/** An introduction for a worker without invoices, with a button for the first one. */
export function FirstInvoice() {
  return (
    <Card withBorder padding="xl" className={classes.card}>
      <Title order={2}>{m.bills_first_title()}</Title>
      <ol className={classes.steps}>
        {STEPS.map(({ icon: StepIcon, title, body }) => (
          <li key={title()} className={classes.step}>
            <StepIcon size={28} stroke={1.5} aria-hidden="true" className={classes.icon} />
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
