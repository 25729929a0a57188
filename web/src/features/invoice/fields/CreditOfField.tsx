import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { creditableBillsQuery } from '@/api/bills';
import { useSession } from '@/api/session';
import { billName } from '@/domain/bills/billWords';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { isBelowZero } from '../draft/rows';
import { useDraft, useEditor, useLocked, useMachine, useProblem } from '../editor';

/** Which sent bill is credited. It is asked for once the rows take money back, or the server misses it. */
export function CreditOfField() {
  const asked = useMachine(
    ({ draft, problems }) =>
      draft.creditOf !== null || 'creditOf' in problems || isBelowZero(draft),
  );
  return asked ? <CreditOf /> : null;
}

function CreditOf() {
  const { engine } = useEditor();
  const locked = useLocked();
  const personId = useSession()?.id ?? '';
  const chosen = useDraft(({ creditOf }) => creditOf);
  const customer = useDraft((draft) => draft.customer?.id);
  const { data, isError, isLoading } = useQuery({
    ...creditableBillsQuery(personId, locked ? undefined : customer),
    staleTime: 0,
  });
  const offered = data?.bills ?? [];
  const missing = chosen !== null && !offered.some(({ id }) => id === chosen.id) ? [chosen] : [];
  const help = () => {
    if (customer === undefined) return m.invoice_credits_no_customer();
    if (isError) return m.invoice_credits_failed();
    if (data !== undefined && offered.length === 0 && chosen === null)
      return m.invoice_credits_none();
    return m.invoice_credits_help();
  };
  const choose = (id: string) => {
    const bill = offered.find((one) => one.id === id);
    const creditOf = bill === undefined ? null : { ...bill, state: 'CLOSED' as const };
    engine.edit((draft) => ({ ...draft, creditOf }), 'creditOf', 'billableitems');
    engine.save();
  };
  return (
    <NativeSelect
      size="md"
      label={m.invoice_credits()}
      description={help()}
      data-place="creditOf"
      required
      disabled={locked || customer === undefined || isLoading}
      error={useProblem('creditOf')}
      value={chosen?.id ?? ''}
      data={[
        { value: '', label: m.invoice_credits_choose() },
        ...missing.map((bill) => ({ value: bill.id, label: billName(bill) })),
        ...offered.map(({ id, billNumber, billingdate, leftToCredit }) => ({
          value: id,
          label: m.invoice_credits_option({
            number: billNumber,
            date: billingdate ?? '',
            left: formatMoney(leftToCredit),
          }),
        })),
      ]}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  );
}
