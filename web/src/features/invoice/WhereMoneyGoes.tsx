import { Anchor, VisuallyHidden } from '@mantine/core';
import type { BillMoney, MoneyPart } from '@/api/billMoney';
import { billPdfAddress } from '@/api/billPages';
import { Panel } from '@/components/Panel';
import { TextLink } from '@/components/links';
import { MoneyPicture } from '@/domain/money/MoneyPicture';
import { PartLink } from '@/domain/sharing/PartLink';
import { m } from '@/paraglide/messages';

/** Where every euro of a bill that was sent goes, each part a link to its document. */
export function WhereMoneyGoes({ billId }: { billId: string }) {
  return (
    <Panel title={m.money_title()}>
      <MoneyPicture billId={billId} linkOf={linkOf} />
    </Panel>
  );
}

/** Shares, purchases and advances stand on the page of the bill, the rest on the pay slip once there is one. */
function linkOf(part: MoneyPart, name: string, { billId }: BillMoney) {
  const { kind, shareId, purchaseId, advanceId, salaryId } = part;
  const here = shareId ?? purchaseId ?? advanceId;
  if (here !== null) return <PartLink id={here} name={name} />;
  if (kind === 'VAT') {
    return (
      <Anchor href={billPdfAddress(billId)} target="_blank" rel="noopener" inherit>
        {name}
        <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
      </Anchor>
    );
  }
  if (salaryId === null) return name;
  return (
    <TextLink to="/salaries/$salaryId" params={{ salaryId }} inherit>
      {name}
    </TextLink>
  );
}
