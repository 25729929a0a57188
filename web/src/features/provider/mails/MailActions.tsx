import { Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconRefresh } from '@tabler/icons-react';
import { useMailAction, type Mail } from '@/api/mails';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { KINDS } from './mailWords';

/** What staff can decide about a mail that was not sent, or not for certain. */
export function MailActions({ mail }: { mail: Mail }) {
  const resend = useMailAction('resend');
  const label = labelOf(mail);
  // One that was never tried is about to leave.
  if (mail.state === 'QUEUED' && mail.attempts === 0) return null;
  const send = async () => {
    try {
      await resend.mutateAsync(mail.id);
      notifyText('success', m.providermails_resent({ mail: label }));
    } catch (error) {
      tellProblem(error);
    }
  };
  // The receiver may have it already, so a second one is sent only after a question.
  const ask = () =>
    modals.openConfirmModal({
      title: m.providermails_resend_title(),
      children: m.providermails_resend_body({ to: mail.to }),
      labels: { confirm: m.providermails_resend(), cancel: m.dialog_cancel() },
      onConfirm: () => void send(),
    });
  return (
    <Group gap="xs" justify="flex-end">
      {mail.state === 'FAILED' && mail.settledAt === null && <Settle mail={mail} />}
      {mail.state === 'UNSURE' && <Arrived mail={mail} />}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden="true" />}
        loading={resend.isPending}
        aria-label={m.providermails_resend_of({ mail: label })}
        onClick={mail.state === 'UNSURE' ? ask : () => void send()}
      >
        {mail.state === 'QUEUED' ? m.providermails_send_now() : m.providermails_resend()}
      </Button>
    </Group>
  );
}

function labelOf(mail: Mail): string {
  return `${KINDS[mail.kind]()}, ${mail.to}`;
}

function Settle({ mail }: { mail: Mail }) {
  const settle = useMailAction('settle');
  const ask = () =>
    modals.openConfirmModal({
      title: m.providermails_settle_title(),
      children: m.providermails_settle_body({ to: mail.to }),
      labels: { confirm: m.providermails_settle(), cancel: m.dialog_cancel() },
      onConfirm: () => settle.mutate(mail.id, { onError: tellProblem }),
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={settle.isPending}
      aria-label={m.providermails_settle_of({ mail: labelOf(mail) })}
      onClick={ask}
    >
      {m.providermails_settle()}
    </Button>
  );
}

function Arrived({ mail }: { mail: Mail }) {
  const arrived = useMailAction('arrived');
  const ask = () =>
    modals.openConfirmModal({
      title: m.providermails_arrived_title(),
      children: m.providermails_arrived_body({ to: mail.to }),
      labels: { confirm: m.providermails_arrived(), cancel: m.dialog_cancel() },
      onConfirm: () => arrived.mutate(mail.id, { onError: tellProblem }),
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={arrived.isPending}
      aria-label={m.providermails_arrived_of({ mail: labelOf(mail) })}
      onClick={ask}
    >
      {m.providermails_arrived()}
    </Button>
  );
}
