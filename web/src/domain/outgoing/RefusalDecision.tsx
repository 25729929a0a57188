import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

interface Change {
  readonly mutate: (nothing: undefined, options: { onError: (error: Error) => void }) => void;
  readonly isPending: boolean;
}

interface Props {
  /** What the bank is said not to have paid. */
  title: string;
  amount: number;
  /** Whether the viewer said it: another person confirms. */
  own: boolean;
  confirm: Change;
  drop: Change;
}

/** Confirms what another person said of the bank, or drops it. */
export function RefusalDecision({ title, amount, own, confirm, drop }: Props) {
  const ask = () =>
    modals.openConfirmModal({
      title: m.providerpayroll_remit_refusal_title({ kind: title }),
      children: <Text>{m.providerpayroll_remit_refusal_help({ sum: formatMoney(amount) })}</Text>,
      labels: { confirm: m.providerpayroll_remit_refusal_confirm(), cancel: m.dialog_cancel() },
      onConfirm: () => confirm.mutate(undefined, { onError: tellProblem }),
    });
  return (
    <>
      {!own && (
        <Button size="xs" loading={confirm.isPending} onClick={ask}>
          {m.providerpayroll_remit_refusal_confirm()}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={drop.isPending}
        onClick={() => drop.mutate(undefined, { onError: tellProblem })}
      >
        {m.providerpayroll_remit_refusal_drop()}
      </Button>
    </>
  );
}
