import { Button, Group, Paper, Text } from '@mantine/core';
import { Suspense } from 'react';
import type { Bill } from '@/api/bills';
import { Details } from '@/components/Details';
import { Drawing } from '@/components/Drawing';
import { Panel } from '@/components/Panel';
import { BillHistory } from '@/domain/bills/BillHistory';
import { BillProgress } from '@/domain/bills/BillProgress';
import { amountText, customerName } from '@/domain/bills/billWords';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { AdvancesSection } from '../advances/AdvancesSection';
import { BillActionBar } from '../BillActionBar';
import { LateReceipts } from '../lateReceipts/LateReceipts';
import { BillNotice, RefusedAddressNotice } from '../Notices';
import { PaperOfBill } from '../preview/Preview';
import { PurchasesSection } from '../purchases/PurchasesSection';
import { SalaryOfSentBill } from '../SalaryOfSentBill';
import { LeftForYou } from '../sharing/LeftForYou';
import { SharesSection } from '../sharing/SharesSection';
import { SummaryPanel } from '../summary/SummaryPanel';
import { useLeave } from '../useLeave';
import classes from './SentBill.module.css';
import { SentRows } from './SentRows';
import { Success } from './Success';
import { useJustSent } from './justSent';

const WhereMoneyGoes = lazyPart(async () => (await import('../WhereMoneyGoes')).WhereMoneyGoes);

/** A bill that has been sent: the paper, what belongs to it, and how it came here. It is not edited any more. */
export function SentBill({ bill }: { bill: Bill }) {
  const { billId } = useJustSent();
  const leave = useLeave();
  return (
    <>
      {billId === bill.id && <Success bill={bill} />}
      <BillNotice bill={bill} />
      <RefusedAddressNotice bill={bill} />
      <BillProgress bill={bill} />
      <SalaryOfSentBill bill={bill} />
      <div className={classes.workspace}>
        <div className={classes.column} title={m.invoice_locked()}>
          <Facts bill={bill} />
          <PaperOfBill />
          <SentRows />
          <SharesSection />
          <PurchasesSection />
          <LeftForYou />
          <AdvancesSection />
          <LateReceipts bill={bill} />
          {paysSomebody(bill) && bill.creditOf === null && (
            <Suspense>
              <WhereMoneyGoes billId={bill.id} />
            </Suspense>
          )}
        </div>
        <div className={classes.column}>
          {paysSomebody(bill) && <SummaryPanel />}
          {/* Away from where dialogs stand: the second click on a button that closes one must not do anything here. */}
          <Group gap="xs">
            <BillActionBar bill={bill} />
            <Button size="sm" variant="default" onClick={leave}>
              {m.invoice_close()}
            </Button>
          </Group>
          <Panel title={m.invoice_way()}>
            <BillHistory billId={bill.id} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** A bill that was credited before its salary was paid pays nobody anything. */
function paysSomebody({ state, paidIn }: Bill): boolean {
  return state !== 'HYVITETTY' || paidIn !== null;
}

/** What the total of the paper is: a credited bill is not paid, and a credit note gives money back. */
function totalName({ state, creditOf }: Bill): () => string {
  if (creditOf !== null) return m.invoice_credited_to_customer;
  return state === 'HYVITETTY' ? m.bills_total : m.calculator_line_invoiced;
}

/** What the paper says first, in words: its pages are pictures. */
function Facts({ bill }: { bill: Bill }) {
  const { billingdate, exactDueDate, calculatedDueDate, creditOf, yourcode, invoiceText } = bill;
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p="md"
      className={classes.facts}
      aria-label={m.invoice_details()}
    >
      <Details
        items={[
          { name: m.bills_customer(), value: customerName(bill) },
          { name: m.bills_billing_date(), value: billingdate },
          {
            name: m.bills_due_date(),
            value: creditOf === null ? (exactDueDate ?? calculatedDueDate) : null,
          },
          { name: m.invoice_yourcode(), value: yourcode },
          { name: m.invoice_text(), value: invoiceText },
          {
            name: totalName(bill)(),
            value: (
              <Text span fw={600}>
                {amountText(bill.totalpriceWithAlv)}
              </Text>
            ),
          },
        ]}
      />
      {bill.paidIn !== null && <Drawing name="paid" width={112} />}
    </Paper>
  );
}
