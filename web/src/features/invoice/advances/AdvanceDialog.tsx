import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { advanceOfferQuery, useAskForAdvance, type AdvanceLimit } from '@/api/advances';
import type { Bill, Row } from '@/api/bills';
import { ApiProblem } from '@/api/problem';
import { useSession } from '@/api/session';
import { AppModal } from '@/components/AppModal';
import { DialogButtons } from '@/components/DialogButtons';
import { focusInDialog } from '@/components/focusWhenShown';
import { ButtonLink } from '@/components/links';
import { NumberInput } from '@/components/NumberInput';
import { formatMoney } from '@/lib/format/money';
import { notify } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { numberIn } from '@/lib/number';
import { exactUnits, typedUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { amountProblem, freeRows } from './advanceForm';
import { HowItWorks } from './HowItWorks';
import { PartSummary } from './PartSummary';

interface Props {
  bill: Bill;
  onClose: () => void;
}

/** Explains an advance, asks for the rows that it is on, shows how much they allow, and sends the request. */
export function AdvanceDialog({ bill, onClose }: Props) {
  const [asked, setAsked] = useState<string>();
  return (
    <AppModal
      opened
      onClose={onClose}
      size="lg"
      title={asked === undefined ? m.advances_dialog() : m.advances_success_title()}
    >
      {asked === undefined ? (
        <AdvanceForm bill={bill} onAsked={setAsked} onClose={onClose} />
      ) : (
        <Stack role="status">
          <Text>{m.advances_success_body({ amount: asked })}</Text>
          <DialogButtons>
            <Button ref={focusInDialog} onClick={onClose}>
              {m.advances_success_close()}
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </AppModal>
  );
}

/** The rows that are chosen, the limit that they have, and the request. */
function useAdvance(bill: Bill, onAsked: (amount: string) => void) {
  const personId = useSession()?.id ?? '';
  const free = freeRows(bill);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(free.map(({ id }) => id)),
  );
  const ids = free.map(({ id }) => id).filter((id) => chosen.has(id));
  const offer = useQuery({
    ...advanceOfferQuery(personId, bill.id, ids),
    placeholderData: keepPreviousData,
  });
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const asking = useAskForAdvance();
  const known = ids.length === 0 ? undefined : offer.data;
  const limit = known?.limit ?? null;
  // All there is, until another amount is typed.
  const amount = typed ?? (limit === null ? '' : typedUnits(exactUnits(limit.limit)));
  const problem = amountProblem(amount, limit);

  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (ids.length === 0) return notify('warning', 'NO_ROWS_SELECTED_FOR_ADVANVE_PAYMENT');
    const plain = numberIn(amount, 'price');
    if (problem !== undefined || plain === undefined || asking.isPending) return;
    asking.mutate(
      { billId: bill.id, ids, amount: plain },
      {
        onSuccess: () => {
          notify('success', 'CREATE_ADVANCE_PAYMENT_SUCCESS');
          onAsked(formatMoney(plain));
        },
      },
    );
  };
  return {
    free,
    ids,
    choose: setChosen,
    offer: known,
    late: ids.length > 0 && (offer.isFetching || offer.isPlaceholderData),
    offerError: ids.length === 0 ? null : offer.error,
    retry: () => void offer.refetch(),
    amount,
    type: setTyped,
    amountError: tried || typed !== undefined ? problem : undefined,
    noRows: tried && ids.length === 0,
    send,
    busy: asking.isPending,
    refusal: asking.error,
  };
}

interface FormProps extends Props {
  onAsked: (amount: string) => void;
}

function AdvanceForm({ bill, onAsked, onClose }: FormProps) {
  const advance = useAdvance(bill, onAsked);
  const { ids, offer, amountError, refusal } = advance;
  const limit = offer?.limit ?? null;
  const refused = offer !== undefined && (!offer.allowed || limit === null || limit.limit <= 0);
  return (
    <form onSubmit={advance.send} noValidate>
      <Stack>
        <HowItWorks limit={limit} state={bill.state} />
        <RowChoice bill={bill} free={advance.free} ids={ids} choose={advance.choose} />
        {advance.noRows && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {textOf('NO_ROWS_SELECTED_FOR_ADVANVE_PAYMENT')}
          </Text>
        )}
        <PartSummary
          bill={bill}
          ids={ids}
          limit={limit}
          coming={offer === undefined}
          late={advance.late}
          error={advance.offerError}
          retry={advance.retry}
        />
        {refused && (
          <Refusal errorKey={offer.reason ?? undefined} otherwise={m.advances_nothing()} />
        )}
        <NumberInput
          name="amount"
          kind="price"
          unit="€"
          label={m.advances_amount()}
          value={advance.amount}
          onChange={advance.type}
          disabled={limit === null || refused}
          error={amountError === undefined ? undefined : textOf(amountError)}
          description={limit !== null && mostText(limit)}
        />
        {refusal !== null && (
          <Refusal
            errorKey={refusal instanceof ApiProblem ? refusal.errorKey : undefined}
            otherwise={textOf('CANNOT_CREATE_ADVANCE_PAYMENT')}
          />
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {m.dialog_cancel()}
          </Button>
          <Button type="submit" loading={advance.busy} disabled={refused || advance.late}>
            {m.advances_confirm()}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function mostText({ limit }: AdvanceLimit): string {
  return m.advances_amount_most({ limit: formatMoney(limit) });
}

/** Why there is no advance, and where to do something about it. */
function Refusal({ errorKey, otherwise }: { errorKey: string | undefined; otherwise: string }) {
  return (
    <Alert color="red" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorKey === undefined ? otherwise : textOf(errorKey)}</Text>
        {errorKey === 'ADVANCE_NEEDS_ACCOUNT' && (
          <ButtonLink to="/account" hash="account-number" size="compact-sm" variant="default">
            {m.advances_add_account()}
          </ButtonLink>
        )}
      </Stack>
    </Alert>
  );
}

interface ChoiceProps {
  bill: Bill;
  free: readonly Row[];
  ids: readonly string[];
  choose: (ids: ReadonlySet<string>) => void;
}

/** Stands for all rows among the values of the group, which alone decides what is checked. */
const ALL = 'all';

/** The rows of the bill; those of other advances are shown and cannot be chosen. */
function RowChoice({ bill, free, ids, choose }: ChoiceProps) {
  const open = new Set(free.map(({ id }) => id));
  const all = ids.length === free.length;
  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return (
    <Checkbox.Group label={m.advances_rows()} value={all ? [ALL, ...ids] : [...ids]}>
      <Stack gap="xs" mt="xs">
        {free.length > 1 && (
          <Checkbox
            value={ALL}
            label={m.advances_rows_all()}
            indeterminate={!all && ids.length > 0}
            onChange={() => choose(new Set(all ? [] : open))}
          />
        )}
        {bill.billableitems.map(({ id, destination, alvPrice }, place) => (
          <Checkbox
            key={id}
            value={id}
            disabled={!open.has(id)}
            label={`${destination === '' ? m.advances_row_unnamed({ number: place + 1 }) : destination} · ${formatMoney(alvPrice ?? 0)}`}
            description={!open.has(id) && m.advances_row_taken()}
            onChange={() => toggle(id)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
