import { Button, Drawer, Paper, Title, UnstyledButton } from '@mantine/core';
import { IconChevronUp, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { CountedMoney } from '@/components/CountedMoney';
import { m } from '@/paraglide/messages';
import { SummaryContent } from './SummaryContent';
import classes from './SummaryPanel.module.css';
import { useSummary, type SalarySummary } from './useSummary';

interface Props {
  /** Sends the bill, where the bar at the bottom edge is the place for it. */
  onSend?: (() => void) | undefined;
}

/** The salary beside the rows; on a phone at the bottom edge, and in full when asked for. */
export function SummaryPanel({ onSend }: Props) {
  const salary = useSummary();
  const [open, setOpen] = useState(false);
  const { credits } = salary;
  const title = credits ? m.invoice_summary_credit() : m.invoice_summary();
  return (
    <>
      <Paper
        component="section"
        withBorder
        radius="lg"
        p="lg"
        className={classes.beside}
        aria-label={title}
      >
        <Title order={2} mb="sm">
          {title}
        </Title>
        <SummaryContent salary={salary} />
      </Paper>
      {(salary.summary !== undefined || onSend !== undefined) && (
        <div
          className={classes.bar}
          data-bottom-bar
          data-late={salary.late || undefined}
          data-sends={onSend !== undefined || undefined}
        >
          <Sums salary={salary} onOpen={() => setOpen(true)} />
          {onSend !== undefined && (
            <Button
              variant="white"
              aria-label={m.bills_action_send()}
              leftSection={<IconSend size={18} aria-hidden="true" />}
              className={classes.send}
              onClick={onSend}
            >
              {m.invoice_send_short()}
            </Button>
          )}
        </div>
      )}
      <Drawer
        opened={open}
        onClose={() => setOpen(false)}
        position="bottom"
        size="auto"
        title={title}
        closeButtonProps={{ 'aria-label': m.dialog_close() }}
      >
        <SummaryContent salary={salary} />
      </Drawer>
    </>
  );
}

/** What the bill pays and costs, in short; opened, how it is calculated. */
function Sums({ salary, onOpen }: { salary: SalarySummary; onOpen: () => void }) {
  const { summary, credits } = salary;
  if (summary === undefined) return <span>{m.invoice_no_price()}</span>;
  return (
    <UnstyledButton className={classes.sums} aria-haspopup="dialog" onClick={onOpen}>
      <span>
        <span className={classes.label}>
          {credits ? m.invoice_credit_effect() : m.calculator_to_account()}
        </span>{' '}
        <span className={classes.salary}>
          <CountedMoney amount={summary.salary} />
        </span>
      </span>
      <span className={classes.ofCustomer}>
        <span className={classes.label}>
          {credits ? m.invoice_credited_to_customer() : m.calculator_line_invoiced()}
        </span>{' '}
        <span className={classes.total}>
          <CountedMoney amount={summary.totalBilling} />
        </span>
      </span>
      <IconChevronUp size={20} aria-hidden="true" />
    </UnstyledButton>
  );
}
