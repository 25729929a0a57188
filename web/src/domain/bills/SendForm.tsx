import { Alert, Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useReadiness } from '@/api/readiness';
import { DialogButtons } from '@/components/DialogButtons';
import { focusInDialog } from '@/components/focusWhenShown';
import { m } from '@/paraglide/messages';
import { MissingDetails } from '../readiness/MissingDetails';
import { ProblemList } from './ProblemList';

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

interface Dates {
  billingdate: string;
  /** A credit note has none: nothing is to be paid of it. */
  due: string | null;
}

/** The dates to confirm, what happens to a bill that is sent, and what its salary will wait for. */
export function BeforeSending({ billingdate, due }: Dates) {
  const readiness = useReadiness(due !== null);
  return (
    <>
      <Text>
        {due === null
          ? m.bills_send_date({ billingdate })
          : m.bills_send_dates({ billingdate, due })}
      </Text>
      <Text c="dimmed">{m.bills_send_body()}</Text>
      {readiness !== undefined && <MissingDetails readiness={readiness} framed />}
    </>
  );
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
