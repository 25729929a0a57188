import { Alert, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCheck,
  IconClock,
  IconFileTypePdf,
  IconLockOpen,
  IconReceiptRefund,
  IconUser,
} from '@tabler/icons-react';
import type { MoneyPart } from '@/api/billMoney';
import { billPagesQuery, billPdfAddress } from '@/api/billPages';
import type { Bill, BillLink } from '@/api/bills';
import type { Review } from '@/api/providerBills';
import { LoadFailure } from '@/components/LoadFailure';
import { NewTabLink } from '@/components/NewTabLink';
import { Panel } from '@/components/Panel';
import { TextLink } from '@/components/links';
import { BillTimeline } from '@/domain/bills/BillTimeline';
import { Leaving } from '@/domain/bills/Leaving';
import { PaperPages } from '@/domain/bills/PaperPages';
import { ProblemList } from '@/domain/bills/ProblemList';
import { linkName } from '@/domain/bills/billWords';
import { usePageImages } from '@/domain/bills/usePageImages';
import { MoneyPicture } from '@/domain/money/MoneyPicture';
import { PartLink } from '@/domain/sharing/PartLink';
import { useMayOpen } from '@/domain/useMayOpen';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { BillPayments } from './BillPayments';
import classes from './Review.module.css';
import { givesToOthers } from './GivenToOthers';
import { BillFacts, CustomerFacts, WorkerFacts } from './ReviewDetails';
import { RowsView } from './RowsView';

interface Props {
  review: Review;
  /** The bill is on the screen: its paper, or its rows. */
  onSeen: () => void;
}

/** The bill as the customer will see it, or its rows with their receipts; beside it the facts. */
export function ReviewView({ review, onSeen }: Props) {
  const { bill } = review;
  const viewsMoney = useMayOpen()('/provider/payroll');
  return (
    <div className={classes.columns}>
      <Tabs
        defaultValue={hasReceipts(review) || givesToOthers(bill) ? 'rows' : 'pages'}
        keepMounted={false}
        className={classes.document}
      >
        <Tabs.List mb="sm" aria-label={m.providerbills_views()}>
          <Tabs.Tab value="pages">{m.providerbills_view_pages()}</Tabs.Tab>
          <Tabs.Tab value="rows">{m.providerbills_view_rows()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pages">
          <BillPages bill={bill} onSeen={onSeen} />
        </Tabs.Panel>
        <Tabs.Panel value="rows">
          <SeenRows review={review} onSeen={onSeen} />
        </Tabs.Panel>
      </Tabs>
      <Stack gap="md" className={classes.facts}>
        <Remarks review={review} />
        <Panel title={m.providerbills_part_bill()} size="h4" landmark={false}>
          <BillFacts review={review} />
        </Panel>
        {isOut(review) && (
          <Panel title={m.providermoney_part_payments()} size="h4" landmark={false}>
            <BillPayments billId={bill.id} />
          </Panel>
        )}
        {viewsMoney && bill.creditOf === null && (
          <Panel title={m.money_title()} size="h4" landmark={false}>
            <MoneyPicture billId={bill.id} linkOf={moneyLink} />
          </Panel>
        )}
        <Panel title={m.providerbills_part_worker()} size="h4" landmark={false}>
          <WorkerFacts review={review} />
        </Panel>
        <Panel title={m.bills_customer()} size="h4" landmark={false}>
          <CustomerFacts review={review} />
        </Panel>
        <Panel title={m.providerbills_part_history()} size="h4" landmark={false}>
          <BillTimeline events={review.history} link={reviewLink} />
        </Panel>
      </Stack>
    </div>
  );
}

function reviewLink(link: BillLink) {
  return (
    <TextLink to="/provider/bills/$billId" params={{ billId: link.id }} size="sm">
      {linkName(link)}
    </TextLink>
  );
}

/** Shares and purchases are among the rows; what else the money goes to is on pages of payroll. */
function moneyLink({ kind, shareId, purchaseId }: MoneyPart, name: string) {
  const here = shareId ?? purchaseId;
  if (here !== null) return <PartLink id={here} name={name} />;
  if (kind !== 'ADVANCE') return name;
  return (
    <TextLink to="/provider/advances" inherit>
      {name}
    </TextLink>
  );
}

/** Only a bill that was sent to its customer can be paid. */
function isOut({ bill: { state } }: Review): boolean {
  return state === 'CLOSED' || state === 'PAID' || state === 'HYVITETTY';
}

/** Receipts are compared with their rows; a bill that has none and gives nothing to others is read as a whole. */
function hasReceipts({ bill }: Review): boolean {
  return bill.billableitems.some(({ receipts }) => receipts.length > 0);
}

function SeenRows({ review, onSeen }: Props) {
  const tell = useEffectEvent(onSeen);
  const { version } = review.bill;
  useEffect(() => {
    if (version > 0) tell();
  }, [version]);
  return <RowsView review={review} />;
}

/** The bill as its customer will see it. */
function BillPages({ bill, onSeen }: { bill: Bill; onSeen: () => void }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(billPagesQuery(bill));
  const images = usePageImages(data?.pages);
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <NewTabLink
          href={billPdfAddress(bill.id)}
          size="compact-sm"
          variant="default"
          leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
        >
          {m.providerbills_pdf()}
        </NewTabLink>
      </Group>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Skeleton height="60dvh" role="status" aria-label={m.loading()} />
      )}
      <PaperPages images={images} {...(!isPlaceholderData && { onDrawn: onSeen })} />
    </Stack>
  );
}

/** Which dates the bill would get if it left today. */
function newDatesText({ billingDate, dueDate }: NonNullable<Review['newDates']>): string {
  return dueDate === null
    ? m.providerbills_new_dates({ billing: billingDate })
    : m.providerbills_new_dates_due({ billing: billingDate, due: dueDate });
}

/** What the program noticed, and what else a clerk should know before deciding. */
function Remarks({ review }: { review: Review }) {
  const { remarks, newDates, credits, own, bill, takenBy } = review;
  const takenByOther = bill.state === 'TAKEN' && takenBy !== null;
  return (
    <Stack gap="xs">
      {own && (
        <Alert role="note" color="red" icon={<IconUser aria-hidden="true" />}>
          {m.providerbills_barred_own()}
        </Alert>
      )}
      {bill.openRequest && (
        <Alert role="note" color="grape" icon={<IconLockOpen aria-hidden="true" />}>
          {m.providerbills_request()}
        </Alert>
      )}
      {bill.leavesAt !== null && (
        <Alert role="note" color="petrol" icon={<IconClock aria-hidden="true" />}>
          <Leaving at={bill.leavesAt} />
        </Alert>
      )}
      {newDates !== null && (
        <Alert role="note" color="blue" icon={<IconCalendarEvent aria-hidden="true" />}>
          {newDatesText(newDates)}
        </Alert>
      )}
      {credits !== null && (
        <Alert role="note" color="blue" icon={<IconReceiptRefund aria-hidden="true" />}>
          {m.providerbills_credits({
            number: credits.billNumber,
            total: formatMoney(credits.totalpriceWithAlv),
            left: formatMoney(credits.leftToCredit),
          })}
        </Alert>
      )}
      {remarks.length > 0 && (
        <Alert
          role="note"
          color="yellow"
          icon={<IconAlertTriangle aria-hidden="true" />}
          title={m.providerbills_remarks()}
        >
          <ProblemList clerk problems={remarks} />
        </Alert>
      )}
      {remarks.length === 0 && (
        <Alert role="note" color="green" icon={<IconCheck aria-hidden="true" />}>
          {m.providerbills_no_remarks()}
        </Alert>
      )}
      {takenByOther && (
        <Text size="sm" c="dimmed">
          {m.providerbills_taken_by({ name: takenBy })}
        </Text>
      )}
    </Stack>
  );
}
