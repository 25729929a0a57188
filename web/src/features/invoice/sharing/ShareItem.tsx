import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  useAskSubcontractor,
  useDeleteShare,
  useSaveShare,
  type Share,
  type ShareState,
} from '@/api/shares';
import { telling } from '@/components/telling';
import { ItemCard } from '@/domain/sharing/ItemCard';
import { partPlace } from '@/domain/sharing/PartLink';
import { partText, SHARE_STATES, shareAmountText } from '@/domain/sharing/sharingWords';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { confirmDeletion, ItemSteps } from './ItemSteps';

const ABOUT: Readonly<Record<ShareState, (words: { name: string }) => string>> = {
  OPEN: m.sharing_about_open,
  WAITING_SUBCONTRACTOR: m.sharing_about_waiting,
  DECLINED: m.sharing_about_declined,
  APPROVED: m.sharing_about_approved,
};

interface Props {
  share: Share;
  /** Where the problems of the bill lead to. */
  place: string;
  /** The bill is only to be looked at. */
  locked: boolean;
  onEdit: () => void;
}

/** A share of the bill: who gets how much, what they have answered, and what can be done. */
export function ShareItem({ share, place, locked, onEdit }: Props) {
  const { subcontractor, date, description, state, reason, creditedAmount } = share;
  const name = subcontractor.fullName;
  return (
    <ItemCard
      {...partPlace(share.id)}
      data-place={place}
      name={name}
      amount={shareAmountText(share)}
      state={SHARE_STATES[state]}
      lines={[
        [description, date].filter((text) => text !== null && text !== '').join(' · '),
        partText(share),
        state === 'OPEN' && locked ? null : ABOUT[state]({ name }),
        state === 'DECLINED' && reason !== null ? m.sharing_reason({ reason }) : null,
        creditedAmount > 0 ? m.sharing_credited({ amount: formatMoney(creditedAmount) }) : null,
      ]}
      {...(!locked && { actions: <Actions share={share} onEdit={onEdit} /> })}
    />
  );
}

function Actions({ share, onEdit }: Pick<Props, 'share' | 'onEdit'>) {
  const { state, canBeEdited } = share;
  const name = share.subcontractor.fullName;
  const { ask, reopen, remove } = useShareSteps(share);
  return (
    <ItemSteps
      {...(state !== 'OPEN' && { reopen: { about: m.sharing_reopen_of({ name }), ...reopen } })}
      send={{ text: m.sharing_ask(), about: m.sharing_ask_of({ name }), ...ask }}
      edit={canBeEdited ? { about: m.sharing_edit_of({ name }), run: onEdit } : undefined}
      remove={{ about: m.sharing_delete_of({ name }), ...remove }}
    />
  );
}

function useShareSteps(share: Share) {
  const asking = useAskSubcontractor();
  const saving = useSaveShare();
  const deleting = useDeleteShare();
  const name = share.subcontractor.fullName;
  const open = () => {
    const { billId, id } = share;
    const body = { state: 'OPEN' as const };
    saving.mutate({ billId, id, body, key: id }, telling(m.sharing_reopened()));
  };
  /** One that was declined has nobody waiting for it; the others are told. */
  const reopen = () => {
    if (share.state === 'DECLINED') return open();
    modals.openConfirmModal({
      title: m.sharing_reopen_title(),
      children: <Text>{m.sharing_reopen_body({ name })}</Text>,
      labels: { confirm: m.sharing_reopen(), cancel: m.dialog_cancel() },
      onConfirm: open,
    });
  };
  const remove = () => {
    const words = {
      title: m.sharing_delete_title(),
      body: m.sharing_delete_body({ name, amount: shareAmountText(share) }),
      confirm: m.sharing_delete_confirm(),
    };
    confirmDeletion(words, () => deleting.mutate(share, telling(m.sharing_deleted())));
  };
  return {
    ask: {
      run: () => asking.mutate(share, telling(m.sharing_asked({ name }))),
      busy: asking.isPending,
    },
    reopen: { run: reopen, busy: saving.isPending },
    remove: { run: remove, busy: deleting.isPending },
  };
}
