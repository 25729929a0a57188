import { Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { useApproveRemittances, type Remittance } from '@/api/remittances';
import { BarredButton } from '@/components/BarredButton';
import { BulkDialog } from '@/components/BulkDialog';
import { tellProblem } from '@/components/tellProblem';
import { DUE_NAMES } from '@/domain/salary/dueNames';
import { total } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

interface Props {
  remittances: readonly Remittance[];
  clear: () => void;
}

/** Approves the chosen remittances into one payment file, after showing which money goes to which account. */
export function ApproveRemittances({ remittances, clear }: Props) {
  // What the dialog is about stays in it when the list behind it has changed.
  const [asked, setAsked] = useState<readonly Remittance[]>();
  const { mutate, isPending } = useApproveRemittances();
  const close = () => setAsked(undefined);
  const send = (chosen: readonly Remittance[]) =>
    mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: () => {
          clear();
          close();
        },
        onError: tellProblem,
      },
    );
  return (
    <>
      <BarredButton
        size="sm"
        leftSection={<IconChecks size={18} aria-hidden="true" />}
        reason={remittances.length === 0 ? m.providerpayroll_remit_approve_none() : undefined}
        onClick={() => setAsked(remittances)}
      >
        {m.providerpayroll_remit_approve({ count: remittances.length })}
      </BarredButton>
      {asked !== undefined && (
        <BulkDialog
          title={m.providerpayroll_remit_approve_title({ count: asked.length })}
          items={asked.map((remittance) => ({ id: remittance.id, label: lineOf(remittance) }))}
          confirm={m.providerpayroll_remit_approve({ count: asked.length })}
          send={() => send(asked)}
          busy={isPending}
          close={close}
          result={undefined}
        >
          <Text>
            {m.providerpayroll_remit_approve_body({
              sum: formatMoney(total(asked.map(({ amount }) => amount))),
            })}
          </Text>
        </BulkDialog>
      )}
    </>
  );
}

/** Which money goes to whom by which reference, and when. */
function lineOf({
  kind,
  receiver,
  personName,
  iban,
  reference,
  amount,
  payOn,
}: Remittance): string {
  return [DUE_NAMES[kind](), receiver, personName, iban, reference, formatMoney(amount), payOn]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
}
