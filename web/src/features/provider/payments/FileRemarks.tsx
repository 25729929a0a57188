import { Stack, Text } from '@mantine/core';
import type { BankFileRemark } from '@/api/bankFiles';
import { TextLink } from '@/components/links';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

const REMARKS: Readonly<
  Record<BankFileRemark['kind'], (told: { id: string; amount: string; booked: string }) => string>
> = {
  OTHER_PAYMENT: m.providermoney_remark_other_payment,
  SUM_DIFFERS: m.providermoney_remark_sum_differs,
  DECIDED: m.providermoney_remark_decided,
  REST_BOOKED: m.providermoney_remark_rest_booked,
};

/** What of a bank file was not booked as it says, and why. */
export function FileRemarks({ remarks }: { remarks: readonly BankFileRemark[] }) {
  if (remarks.length === 0) return null;
  return (
    <Stack gap={4} role="note" aria-label={m.providermoney_remarks()}>
      {remarks.map((remark) => (
        <Text key={`${remark.bankId} ${remark.kind}`} size="sm" c="var(--mantine-color-error)">
          {REMARKS[remark.kind]({
            id: remark.bankId,
            amount: formatMoney(remark.amount),
            booked: formatMoney(remark.booked),
          })}
          {remark.paymentId !== null && (
            <>
              {' '}
              <TextLink
                to="/provider/payments/$paymentId"
                params={{ paymentId: remark.paymentId }}
                inherit
              >
                {m.providermoney_remark_open()}
              </TextLink>
            </>
          )}
        </Text>
      ))}
    </Stack>
  );
}
