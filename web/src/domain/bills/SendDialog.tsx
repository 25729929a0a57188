import { Alert, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  billKeys,
  billQuery,
  currentBillIn,
  useSendBill,
  validateBill,
  type Bill,
} from '@/api/bills';
import { ApiProblem } from '@/api/problem';
import { useSession } from '@/api/session';
import { focusInDialog } from '@/components/focusWhenShown';
import { LoadFailure } from '@/components/LoadFailure';
import { ButtonLink } from '@/components/links';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { BeforeSendingShares } from '../sharing/BeforeSendingShares';
import { ProblemList } from './ProblemList';
import { leftText } from './problemText';
import { BeforeSending, CheckingReadiness, SendForm, SendRemarks, SendSheet } from './SendForm';
import { amountText, customerName, salaryText } from './billWords';

interface Props {
  billId: string;
  onSent: (bill: Bill) => void;
  onClose: () => void;
}

/** The bill as it would be sent, and what keeps it from that. Never older than the question. */
function readinessQuery(personId: string, billId: string) {
  return queryOptions({
    queryKey: [...billKeys.one(billId), 'readiness'],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ client }) => {
      const fresh = client.fetchQuery({ ...billQuery(personId, billId), staleTime: 0 });
      const [bill, validation] = await Promise.all([fresh, validateBill(billId)]);
      return { bill, ...validation };
    },
  });
}

/** Asks to send a saved bill for approval, and lists what must be corrected first. */
export function SendDialog({ billId, onSent, onClose }: Props) {
  const personId = useSession()?.id ?? '';
  const readiness = useQuery(readinessQuery(personId, billId));
  return (
    <SendSheet opened onClose={onClose} title={titleOf(readiness.data)}>
      {readiness.isPending && <CheckingReadiness />}
      {readiness.isError && (
        <LoadFailure error={readiness.error} retry={() => void readiness.refetch()} />
      )}
      {readiness.isSuccess && (
        <Readiness
          {...readiness.data}
          checkAgain={() => void readiness.refetch()}
          onSent={onSent}
          onClose={onClose}
        />
      )}
    </SendSheet>
  );
}

/** A bill that can be sent is asked about; otherwise it is counted what is left to do. */
function titleOf(readiness?: Pick<ReadinessProps, 'valid' | 'overridable' | 'problems' | 'bill'>) {
  const { valid = true, overridable = false, problems = [], bill } = readiness ?? {};
  return valid || overridable || bill?.state !== 'OPEN'
    ? m.bills_send_title()
    : leftText(problems.length);
}

interface ReadinessProps extends Omit<Props, 'billId'> {
  bill: Bill;
  valid: boolean;
  overridable: boolean;
  problems: readonly { field: string; key: string }[];
  remarks: readonly { field: string; key: string }[];
  checkAgain: () => void;
}

function Readiness(props: ReadinessProps) {
  const { bill, valid, overridable, problems, remarks, checkAgain, onSent, onClose } = props;
  const sending = useSendBill();
  const alreadySent = bill.state !== 'OPEN';
  const correct = (
    <ButtonLink
      to="/invoice"
      search={{ id: bill.id }}
      variant="light"
      onClick={onClose}
      ref={focusInDialog}
    >
      {m.bills_send_mend()}
    </ButtonLink>
  );
  const send = () =>
    sending.mutate(
      { bill, leftOutFromHome: !valid || bill.leftOutFromHome },
      {
        onSuccess: onSent,
        // The next check shows why the server refused the bill.
        onError: checkAgain,
      },
    );
  return (
    <SendForm
      ready={valid && !alreadySent}
      overridable={overridable && !valid && !alreadySent}
      sending={sending.isPending}
      onSend={send}
      onCancel={onClose}
      {...(!valid && (overridable ? { otherStep: correct } : { insteadOfSending: correct }))}
    >
      <Text fw={600}>{`${customerName(bill)} · ${amountText(bill.totalpriceWithAlv)}`}</Text>
      {sending.isError && <Alert color="red">{refusalText(sending.error)}</Alert>}
      {alreadySent && <Alert color="yellow">{m.bills_send_already()}</Alert>}
      {!alreadySent && valid && (
        <BeforeSending
          customer={bill.sharedCustomer}
          billingdate={bill.billingdate ?? ''}
          due={bill.creditOf === null ? (bill.exactDueDate ?? bill.calculatedDueDate ?? '') : null}
          salary={bill.salaryPercent === null ? undefined : salaryText(bill)}
        />
      )}
      {!alreadySent && !valid && (
        <>
          <Text>{m.bills_send_problems()}</Text>
          <ProblemList problems={problems} bill={bill} />
        </>
      )}
      {!alreadySent && <BeforeSendingShares bill={bill} />}
      {!alreadySent && <SendRemarks remarks={remarks} />}
    </SendForm>
  );
}

function refusalText(error: Error): string {
  // A bill that is still open was refused because it had been changed elsewhere.
  if (currentBillIn(error)?.state === 'OPEN') return m.bills_send_changed();
  return textOf(error instanceof ApiProblem ? error.errorKey : 'ERROR');
}
