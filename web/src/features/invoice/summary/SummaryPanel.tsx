import { Drawer, Paper, Title, UnstyledButton } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { SummaryContent } from './SummaryContent';
import classes from './SummaryPanel.module.css';
import { useSummary } from './useSummary';

/** The salary beside the rows; on a phone at the bottom edge, and in full when asked for. */
export function SummaryPanel() {
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
      {salary.summary !== undefined && (
        <UnstyledButton
          className={classes.bar}
          data-bottom-bar
          aria-haspopup="dialog"
          data-late={salary.late || undefined}
          onClick={() => setOpen(true)}
        >
          <span>
            <span className={classes.label}>
              {credits ? m.invoice_credit_effect() : m.calculator_to_account()}
            </span>{' '}
            <span className={classes.salary}>{formatMoney(salary.summary.salary)}</span>
          </span>
          <span>
            <span className={classes.label}>
              {credits ? m.invoice_credited_to_customer() : m.calculator_line_invoiced()}
            </span>{' '}
            <span className={classes.total}>{formatMoney(salary.summary.totalBilling)}</span>
          </span>
          <IconChevronUp size={20} aria-hidden="true" />
        </UnstyledButton>
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
