import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Bill } from '@/api/bills';
import { copyQuery, type Purchase } from '@/api/purchases';
import type { Review } from '@/api/providerBills';
import type { Share } from '@/api/shares';
import { Details } from '@/components/Details';
import { FileViews } from '@/components/FileViews';
import { StateBadge } from '@/components/StateBadge';
import { ItemCard, ItemList } from '@/domain/sharing/ItemCard';
import { partPlace } from '@/domain/sharing/PartLink';
import {
  partText,
  purchaseState,
  SHARE_STATES,
  shareAmountText,
} from '@/domain/sharing/sharingWords';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { groupedIban } from '@/lib/iban';
import { m } from '@/paraglide/messages';
import classes from './Review.module.css';

/** Whether a part of the bill goes to others than its worker. */
export function givesToOthers({ contractorBillableItems, extContractorBillableItems }: Bill) {
  return contractorBillableItems.length > 0 || extContractorBillableItems.length > 0;
}

/** The shares of a bill, and its purchase invoices each beside its copy. */
export function GivenToOthers({ review: { bill } }: { review: Review }) {
  const { contractorBillableItems: shares, extContractorBillableItems: purchases } = bill;
  return (
    <>
      {shares.length > 0 && (
        <Stack component="section" gap="sm" mt="sm" aria-label={m.sharing_title()}>
          <Title order={2} size="h4">
            {m.sharing_title()}
          </Title>
          <ItemList label={m.sharing_title()}>
            {shares.map((share) => (
              <ShareOf key={share.id} share={share} />
            ))}
          </ItemList>
        </Stack>
      )}
      {purchases.length > 0 && (
        <Stack component="section" gap="sm" mt="sm" aria-label={m.purchases_title()}>
          <Title order={2} size="h4">
            {m.purchases_title()}
          </Title>
          <Text size="sm" c="dimmed">
            {m.providerbills_purchases_help()}
          </Text>
          {purchases.map((purchase) => (
            <PurchaseOf key={purchase.id} purchase={purchase} />
          ))}
        </Stack>
      )}
    </>
  );
}

function ShareOf({ share }: { share: Share }) {
  const { id, subcontractor, date, description, state, reason, creditedAmount } = share;
  return (
    <ItemCard
      {...partPlace(id)}
      name={subcontractor.fullName}
      amount={shareAmountText(share)}
      state={SHARE_STATES[state]}
      lines={[
        [description, date].filter((text) => text !== null && text !== '').join(' · '),
        partText(share),
        subcontractor.email,
        state === 'DECLINED' ? m.providerbills_share_declined() : null,
        state === 'DECLINED' && reason !== null ? m.sharing_reason({ reason }) : null,
        creditedAmount > 0 ? m.sharing_credited({ amount: formatMoney(creditedAmount) }) : null,
      ]}
    />
  );
}

function PurchaseOf({ purchase }: { purchase: Purchase }) {
  const { id, name, total, receipts } = purchase;
  const [first, ...others] = receipts;
  return (
    <Paper withBorder p="md" {...partPlace(id)}>
      <div className={classes.row} data-receipts={first !== undefined || undefined}>
        <Stack gap="sm">
          <div className={classes.head}>
            <Text fw={600} className={classes.text}>
              {name}
            </Text>
            <Text fw={600} className={classes.amount}>
              {formatMoney(total)}
            </Text>
          </div>
          <div>
            <StateBadge state={purchaseState(purchase)} />
          </div>
          <Details items={factsOf(purchase)} />
        </Stack>
        {first !== undefined && (
          <FileViews
            label={m.providerbills_purchase_copies({ name })}
            files={[first, ...others]}
            query={copyQuery}
          />
        )}
      </div>
    </Paper>
  );
}

function factsOf(purchase: Purchase) {
  const { amount, alv, vatAmount, state, paynow, commission, paid } = purchase;
  const atOnce = state === 'PAY_NOW' || (state === 'PAID' && paynow);
  return [
    { name: m.providerbills_without_vat(), value: formatMoney(amount) },
    {
      name: m.providerbills_purchase_vat(),
      value: `${formatMoney(vatAmount)} (${formatPercent(fractionOfPercent(alv))})`,
    },
    { name: m.bills_due_date(), value: purchase.duedate },
    { name: m.purchases_account(), value: groupedIban(purchase.accountNumber) },
    { name: m.purchases_reference(), value: purchase.referenceNumber },
    { name: m.purchases_message(), value: purchase.message },
    { name: m.money_commission(), value: atOnce && formatMoney(commission) },
    { name: m.providerbills_purchase_paid(), value: paid },
  ];
}
