import { Group, Stack, Text, Title } from '@mantine/core';
import type { Bill } from '@/api/bills';
import { useReadiness } from '@/api/readiness';
import { Drawing } from '@/components/Drawing';
import { focusWhenShown } from '@/components/focusWhenShown';
import { ButtonLink } from '@/components/links';
import { useExpectedPayday } from '@/domain/bills/useExpectedPayday';
import { missingDetails } from '@/domain/readiness/needs';
import { formatWholeEuros } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { useSummary } from '../summary/useSummary';
import classes from './Success.module.css';

/** The bill has just been sent: what happens now, and what it brings. Below stand its steps and what is missing. */
export function Success({ bill }: { bill: Bill }) {
  const credits = bill.creditOf !== null;
  const readiness = useReadiness(!credits);
  const { summary } = useSummary();
  const due = bill.exactDueDate ?? bill.calculatedDueDate;
  const payday = useExpectedPayday(bill.billingdate ?? '', credits ? null : due);
  const missing = readiness !== undefined && missingDetails(readiness).length > 0;
  return (
    <section className={classes.success} aria-labelledby="just-sent">
      <Drawing name="sent" width={132} />
      <Stack gap={6} flex={1} miw={220}>
        <Title order={2} id="just-sent" tabIndex={-1} ref={focusWhenShown}>
          {m.invoice_sent_title()}
        </Title>
        <Text>{missing ? m.invoice_sent_missing() : m.invoice_sent_body()}</Text>
        {summary !== undefined && payday !== undefined && (
          <Text fw={600}>
            {m.invoice_sent_amount({ amount: formatWholeEuros(summary.salary), payday })}
          </Text>
        )}
        <Group gap="xs" mt="xs">
          <ButtonLink to="/invoice">{m.invoice_sent_new()}</ButtonLink>
          <ButtonLink to="/invoices" variant="default">
            {m.invoice_sent_list()}
          </ButtonLink>
        </Group>
      </Stack>
    </section>
  );
}
