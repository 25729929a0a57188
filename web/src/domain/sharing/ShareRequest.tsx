import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type Ref } from 'react';
import { useDecideShare, type ReceivedShare } from '@/api/shares';
import { Details } from '@/components/Details';
import { focusWhenShown } from '@/components/focusWhenShown';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import classes from './ItemCard.module.css';
import { shareAmountText } from './sharingWords';

const LONGEST_REASON = 500;

interface Props {
  share: ReceivedShare;
  /** The share is decided, so that it leaves the list. */
  onDecided: () => void;
  ref?: Ref<HTMLLIElement> | undefined;
}

/** A share that somebody offers: what it pays, who sees what, and the answer in place. */
export function ShareRequest({ share, onDecided, ref }: Props) {
  const [declining, setDeclining] = useState(false);
  const deciding = useDecideShare();
  const contractor = share.contractor.fullName;
  const decide = async (approve: boolean, reason = '') => {
    if (deciding.isPending) return;
    const told = approve ? m.sharing_approved_told() : m.sharing_declined_told({ contractor });
    try {
      // Awaited, since the share may have left the page by then, and callbacks given to `mutate` with it.
      await deciding.mutateAsync({ share, approve, ...(reason !== '' && { reason }) });
    } catch (error) {
      tellProblem(error);
      return;
    }
    notifyText('success', told);
    onDecided();
  };
  return (
    <li ref={ref} tabIndex={-1} className={classes.item}>
      <div className={classes.head}>
        <span className={classes.name}>{m.sharing_for_me_from({ contractor })}</span>
        <span className={classes.amount}>{shareAmountText(share)}</span>
      </div>
      <Text className={classes.words}>{share.description}</Text>
      <Details
        items={[
          { name: m.sharing_date(), value: share.date },
          { name: m.sharing_for_me_amount(), value: shareAmountText(share) },
          { name: m.sharing_for_me_net(), value: netText(share) },
        ]}
      />
      <Text size="sm" c="dimmed">
        {m.sharing_for_me_note({ contractor })}
      </Text>
      {declining ? (
        <Declining
          contractor={contractor}
          busy={deciding.isPending}
          onDecline={(reason) => void decide(false, reason)}
          onCancel={() => setDeclining(false)}
        />
      ) : (
        <Group gap="xs">
          <Button
            size="sm"
            loading={deciding.isPending}
            aria-label={m.sharing_approve_of({ name: contractor })}
            onClick={() => void decide(true)}
          >
            {m.sharing_approve()}
          </Button>
          <Button
            size="sm"
            variant="default"
            disabled={deciding.isPending}
            aria-label={m.sharing_decline_of({ name: contractor })}
            onClick={() => setDeclining(true)}
          >
            {m.sharing_decline()}
          </Button>
        </Group>
      )}
    </li>
  );
}

function netText({ salary }: ReceivedShare): string {
  return salary === null ? m.sharing_for_me_no_net() : formatMoney(salary);
}

interface DecliningProps {
  contractor: string;
  busy: boolean;
  onDecline: (reason: string) => void;
  onCancel: () => void;
}

/** Asks why, which need not be told. */
function Declining({ contractor, busy, onDecline, onCancel }: DecliningProps) {
  const [reason, setReason] = useState('');
  return (
    <Stack gap="sm">
      <Textarea
        ref={focusWhenShown}
        label={m.sharing_decline_reason()}
        description={m.sharing_decline_help({ contractor })}
        maxLength={LONGEST_REASON}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Group gap="xs">
        <Button size="sm" color="red" loading={busy} onClick={() => onDecline(reason.trim())}>
          {m.sharing_decline_confirm()}
        </Button>
        <Button size="sm" variant="default" disabled={busy} onClick={onCancel}>
          {m.dialog_cancel()}
        </Button>
      </Group>
    </Stack>
  );
}
