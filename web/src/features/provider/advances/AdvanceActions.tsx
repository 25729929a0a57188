import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { ApiProblem } from '@/api/problem';
import {
  useDecideAdvance,
  type AdvanceDecision,
  type ProviderAdvance,
} from '@/api/providerAdvances';
import { BarredButton } from '@/components/BarredButton';
import { ReasonDialog } from '@/components/ReasonForm';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
import { DURATION_MS, notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { canBeRecovered, canBeRefused, whyNotGranted } from './advanceSteps';

interface Props {
  advance: ProviderAdvance;
  viewerId: string;
}

/** The texts of the worker's own pages are about their own details. */
function tell(error: Error) {
  const needsAccount = error instanceof ApiProblem && error.errorKey === 'ADVANCE_NEEDS_ACCOUNT';
  if (needsAccount) notifyText('error', m.provideradvances_needs_account(), DURATION_MS.long);
  else tellProblem(error);
}

/** What can be decided about an advance as it stands. */
export function AdvanceActions({ advance, viewerId }: Props) {
  const { id, state, personId, personName: name } = advance;
  const deciding = useDecideAdvance(id);
  const [asking, setAsking] = useState<'refuse' | 'recover'>();
  const own = personId === viewerId;
  const decide = (decision: AdvanceDecision, done: string) =>
    deciding.mutate(decision, {
      onSuccess: () => {
        setAsking(undefined);
        notifyText('success', done);
      },
      onError: tell,
    });
  const barred = whyNotGranted(advance, viewerId);
  const granting = state === 'REQUESTED' && (
    <Grant
      advance={advance}
      barred={barred}
      busy={deciding.isPending}
      grant={() => decide({ step: 'grant' }, grantedText(advance))}
    />
  );
  // What says why it cannot be clicked is wide, and stands last.
  return (
    <>
      {barred === undefined && granting}
      {canBeRefused(advance) && !own && (
        <Button
          size="sm"
          variant="default"
          disabled={deciding.isPending}
          aria-label={m.provideradvances_refuse_of({ name })}
          onClick={() => setAsking('refuse')}
        >
          {m.provideradvances_refuse()}
        </Button>
      )}
      {barred !== undefined && granting}
      {canBeRecovered(advance) && (
        <BarredButton
          size="sm"
          variant="default"
          reason={own ? m.provideradvances_own() : undefined}
          onClick={() => setAsking('recover')}
        >
          {m.provideradvances_recover()}
        </BarredButton>
      )}
      {asking !== undefined && (
        <AskReason
          advance={advance}
          step={asking}
          busy={deciding.isPending}
          decide={decide}
          close={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

interface AskReasonProps {
  advance: ProviderAdvance;
  step: 'refuse' | 'recover';
  busy: boolean;
  decide: (decision: AdvanceDecision, done: string) => void;
  close: () => void;
}

/** Asks why an advance is refused, or why it is recovered from other salaries. */
function AskReason({ advance, step, busy, decide, close }: AskReasonProps) {
  const { personName: name, outstanding } = advance;
  const refuses = step === 'refuse';
  return (
    <ReasonDialog
      title={
        refuses
          ? m.provideradvances_refuse_title({ name })
          : m.provideradvances_recover_title({ name })
      }
      label={m.provideradvances_reason()}
      description={
        refuses ? m.provideradvances_reason_help() : m.provideradvances_recover_reason_help()
      }
      missing={m.providerpayroll_remit_note_missing()}
      confirm={refuses ? m.provideradvances_refuse() : m.provideradvances_recover()}
      busy={busy}
      send={(reason) =>
        decide(
          { step, reason },
          refuses ? m.provideradvances_refused_told({ name }) : m.provideradvances_recovered_told(),
        )
      }
      cancel={close}
    >
      {!refuses && (
        <Text>{m.provideradvances_recover_body({ sum: formatMoney(outstanding) })}</Text>
      )}
    </ReasonDialog>
  );
}

/** The first of two people has only said yes. */
function grantedText({ needsSecondPerson, firstBy, personName: name }: ProviderAdvance): string {
  return needsSecondPerson && firstBy === null
    ? m.provideradvances_first_told()
    : m.provideradvances_granted_told({ name });
}

interface GrantProps {
  advance: ProviderAdvance;
  /** Why it cannot be granted now. */
  barred: string | undefined;
  busy: boolean;
  grant: () => void;
}

function Grant({ advance, barred, busy, grant }: GrantProps) {
  const { personName: name, amount } = advance;
  const sum = formatMoney(amount);
  const ask = () =>
    modals.openConfirmModal({
      title: m.provideradvances_grant_title({ name, sum }),
      children: <Text>{m.provideradvances_grant_body({ sum })}</Text>,
      labels: { confirm: m.provideradvances_grant(), cancel: m.dialog_cancel() },
      onConfirm: grant,
    });
  return (
    <BarredButton size="sm" loading={busy} reason={barred} onClick={ask}>
      {m.provideradvances_grant()}
    </BarredButton>
  );
}
