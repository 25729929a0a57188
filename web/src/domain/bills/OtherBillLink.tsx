import { Text } from '@mantine/core';
import { TextLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import type { OtherBill } from './reasonText';

interface Props {
  other: OtherBill;
  /** A clerk sees it where bills are checked. */
  clerk?: boolean;
}

/** Leads to the bill whose trip stands in the way. */
export function OtherBillLink({ other: { id, number, day }, clerk = false }: Props) {
  const name =
    number === null ? m.bills_open_other({ day }) : m.bills_open_other_numbered({ number, day });
  return (
    <Text size="sm" component="div">
      {clerk ? (
        <TextLink to="/provider/bills/$billId" params={{ billId: id }} inherit>
          {name}
        </TextLink>
      ) : (
        <TextLink to="/invoice" search={{ id }} inherit>
          {name}
        </TextLink>
      )}
    </Text>
  );
}
