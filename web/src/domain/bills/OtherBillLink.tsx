import { Text } from '@mantine/core';
import { TextLink } from '@/components/links';
import { m } from '@/paraglide/messages';
import type { OtherBill } from './reasonText';

/** Leads to the bill whose trip stands in the way. */
export function OtherBillLink({ other: { id, number, day } }: { other: OtherBill }) {
  return (
    <Text size="sm">
      <TextLink to="/invoice" search={{ id }} inherit>
        {number === null
          ? m.bills_open_other({ day })
          : m.bills_open_other_numbered({ number, day })}
      </TextLink>
    </Text>
  );
}
