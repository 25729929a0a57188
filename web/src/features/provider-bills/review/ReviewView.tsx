import { Paper, Stack, Tabs, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BillLink } from '@/api/bills';
import type { Review } from '@/api/providerBills';
import { BillTimeline } from '@/components/bills/BillTimeline';
import { billName } from '@/components/bills/billWords';
import { TextLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import { BillFacts, CustomerFacts, WorkerFacts } from './ReviewFacts';
import { BillPages } from './BillPages';
import { BillPayments } from './BillPayments';
import { Remarks } from './Remarks';
import classes from './Review.module.css';
import { RowsView } from './RowsView';

/** The bill as the customer will see it, or its rows with their receipts; beside it the facts. */
export function ReviewView({ review }: { review: Review }) {
  const { bill } = review;
  return (
    <div className={classes.columns}>
      <Tabs
        defaultValue={hasReceipts(review) ? 'rows' : 'pages'}
        keepMounted={false}
        className={classes.document}
      >
        <Tabs.List mb="sm" aria-label={m.providerbills_views()}>
          <Tabs.Tab value="pages">{m.providerbills_view_pages()}</Tabs.Tab>
          <Tabs.Tab value="rows">{m.providerbills_view_rows()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pages">
          <BillPages bill={bill} />
        </Tabs.Panel>
        <Tabs.Panel value="rows">
          <RowsView review={review} />
        </Tabs.Panel>
      </Tabs>
      <Stack gap="md" className={classes.facts}>
        <Remarks review={review} />
        <Part title={m.providerbills_part_bill()}>
          <BillFacts review={review} />
        </Part>
        {isOut(review) && (
          <Part title={m.providermoney_part_payments()}>
            <BillPayments billId={bill.id} />
          </Part>
        )}
        <Part title={m.providerbills_part_worker()}>
          <WorkerFacts review={review} />
        </Part>
        <Part title={m.bills_customer()}>
          <CustomerFacts review={review} />
        </Part>
        <Part title={m.providerbills_part_history()}>
          <BillTimeline events={review.history} link={reviewLink} />
        </Part>
      </Stack>
    </div>
  );
}

function reviewLink(link: BillLink) {
  return (
    <TextLink to="/provider/bills/$billId" params={{ billId: link.id }} size="sm">
      {billName(link)}
    </TextLink>
  );
}

/** Only what has gone to its customer can be paid. */
function isOut({ bill: { state } }: Review): boolean {
  return state === 'CLOSED' || state === 'PAID' || state === 'HYVITETTY';
}

/** Receipts are compared with their rows; a bill without any is read as a whole. */
function hasReceipts({ bill }: Review): boolean {
  return bill.billableitems.some(({ receipts }) => receipts.length > 0);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" className={classes.part}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
