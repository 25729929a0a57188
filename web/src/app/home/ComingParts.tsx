import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ComingPart, OnItsWay } from '@/api/info';
import { TextLink } from '@/components/links';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './ComingParts.module.css';
import { partName, whyOf } from './comingWords';

/** What the sum consists of, each with its day, the reason for it and the way to its paper. */
export function ComingParts({ coming }: { coming: OnItsWay }) {
  const { parts, total } = coming;
  return (
    <>
      <ul className={classes.parts}>
        {parts.map((part) => (
          <li key={`${part.kind}:${part.salaryId ?? part.shareId ?? part.billId}`}>
            <span className={classes.name}>
              <PartLink part={part}>{partName(part)}</PartLink>
            </span>
            <span className={classes.amount}>
              {part.amount === null ? m.home_coming_unknown_short() : formatMoney(part.amount)}
            </span>
            <Text size="sm" c="dimmed" className={classes.why}>
              {part.expectedDay !== null && `${m.home_coming_day({ day: part.expectedDay })} `}
              {whyOf(part)}
            </Text>
          </li>
        ))}
      </ul>
      {total > parts.length && (
        <Text size="sm" mb="sm">
          {m.home_coming_more({ count: total - parts.length })}{' '}
          <TextLink to="/invoices" inherit underline="always">
            {m.page_invoices()}
          </TextLink>
        </Text>
      )}
      <Text size="sm" c="dimmed" mb="xs">
        {m.home_coming_note()}
      </Text>
    </>
  );
}

/**
 * Leads to the invoice; a share of another's invoice to all shares, and a salary of several invoices to the salaries:
 * its slip can be read only once it is paid.
 */
function PartLink({ part, children }: { part: ComingPart; children: ReactNode }) {
  const { kind, billId } = part;
  if (billId !== null) {
    return (
      <TextLink to="/invoice" search={{ id: billId }} inherit>
        {children}
      </TextLink>
    );
  }
  return kind === 'SHARE' ? (
    <TextLink to="/archive" search={{ section: 'shares' }} inherit>
      {children}
    </TextLink>
  ) : (
    <TextLink to="/salaries" inherit>
      {children}
    </TextLink>
  );
}
