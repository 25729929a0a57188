import { Alert, Button, Checkbox, Skeleton, Stack, Text, type ModalProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps, type ReactNode } from 'react';
import type { BillCustomer } from '@/api/billTypes';
import { savedCustomersQuery } from '@/api/customers';
import { useReadiness } from '@/api/readiness';
import { useSession } from '@/api/session';
import { AppModal } from '@/components/AppModal';
import { DialogButtons } from '@/components/DialogButtons';
import { focusInDialog } from '@/components/focusWhenShown';
import { m } from '@/paraglide/messages';
import { methodText } from '../customers/texts';
import { MissingDetails } from '../readiness/MissingDetails';
import { ProblemList } from './ProblemList';
import classes from './SendForm.module.css';
import { useExpectedPayday } from './useExpectedPayday';

interface Props {
  /** What is sent, or what must be corrected first. */
  children: ReactNode;
  /** Whether nothing has to be corrected or confirmed. */
  ready: boolean;
  /** Whether the user may send by confirming that the journey began elsewhere. */
  overridable: boolean;
  sending: boolean;
  onSend: (leftFromElsewhere: boolean) => void;
  onCancel: () => void;
  /** A button beside sending, such as the one that opens the bill. */
  otherStep?: ReactNode;
  /** A button in the place of sending. */
  insteadOfSending?: ReactNode;
}

/** The dialog of sending: on a phone a sheet at the lower edge, where the thumb is. */
export function SendSheet(props: ModalProps) {
  return <AppModal classNames={{ inner: classes.inner, content: classes.content }} {...props} />;
}

/** The question whether to send a bill for approval, for the dialogs of the list and the editor. */
export function SendForm(props: Props) {
  const { children, ready, overridable, sending, onSend, onCancel } = props;
  const [leftFromElsewhere, setLeftFromElsewhere] = useState(false);
  return (
    <Stack>
      {children}
      {overridable && (
        <Checkbox
          label={m.bills_send_left_from_elsewhere()}
          checked={leftFromElsewhere}
          onChange={({ currentTarget }) => setLeftFromElsewhere(currentTarget.checked)}
        />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          {m.dialog_cancel()}
        </Button>
        {props.otherStep}
        {props.insteadOfSending ?? (
          <Button
            key={String(ready)}
            // So that Enter sends, and Escape closes the dialog.
            ref={ready ? focusInDialog : undefined}
            disabled={!ready && !(overridable && leftFromElsewhere)}
            loading={sending}
            onClick={() => onSend(leftFromElsewhere)}
          >
            {m.bills_action_send()}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

interface BeforeProps {
  customer: BillCustomer | null;
  billingdate: string;
  /** A credit note has none: nothing is to be paid of it. */
  due: string | null;
  /** About how much reaches the worker, where that is known. */
  salary?: string | undefined;
}

/** Who gets the bill and how, the dates to confirm, what it pays and when, and what its salary will wait for. */
export function BeforeSending({ customer, billingdate, due, salary }: BeforeProps) {
  const readiness = useReadiness(due !== null);
  const payday = useExpectedPayday(billingdate, due);
  return (
    <>
      {customer !== null && <Channel customer={customer} />}
      <Text>
        {due === null
          ? m.bills_send_date({ billingdate })
          : m.bills_send_dates({ billingdate, due })}
      </Text>
      {payday !== undefined && (
        <Text>
          {salary === undefined
            ? m.bills_send_payday({ payday })
            : m.bills_send_estimate({ amount: salary, payday })}
        </Text>
      )}
      <Text c="dimmed">{m.bills_send_body()}</Text>
      {readiness !== undefined && <MissingDetails readiness={readiness} framed />}
    </>
  );
}

/** How the bill reaches its customer, with the address where the worker has given one. */
function Channel({ customer: { id, sendBillMethod } }: { customer: BillCustomer }) {
  const saved = useQuery(savedCustomersQuery(useSession()?.id));
  const known = saved.data?.find((one) => one.id === id);
  const address = {
    EMAIL: known?.email,
    EBILL: known?.netbankaddress,
    PAPERBILL: known && `${known.address}, ${known.postalcode} ${known.city}`,
  }[sendBillMethod];
  const channel = [methodText(sendBillMethod), address].filter(Boolean).join(' · ');
  return <Text>{m.bills_send_channel({ channel })}</Text>;
}

/** What the worker should know before sending, and can leave as it is. */
export function SendRemarks({
  remarks,
}: {
  remarks: ComponentProps<typeof ProblemList>['problems'];
}) {
  if (remarks.length === 0) return null;
  return (
    <Alert color="yellow" title={m.bills_send_remarks()}>
      <ProblemList problems={remarks} />
    </Alert>
  );
}

export function CheckingReadiness() {
  return (
    <Stack role="status" aria-label={m.bills_send_checking()}>
      <Skeleton height={20} width="60%" />
      <Skeleton height={20} />
    </Stack>
  );
}
