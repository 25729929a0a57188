import { m } from '@/paraglide/messages';

/** The texts of the keys about shares, purchases and advances. */
export const SHARING = {
  SHARE_NOT_APPROVED: m.sharing_error_not_approved,
  SHARE_NOT_IN_STATE: m.sharing_error_state,
  CREDIT_NOTE_SHARED: m.sharing_error_credit_note,
  STALE_SHARE: m.sharing_error_stale,
  OWN_SHARE: m.sharing_error_own,
  'share.moreThanLeft': m.sharing_too_much,
  'share.notCents': m.sharing_not_cents,
  'share.aboveZero': m.sharing_above_zero,
  'share.percentRange': m.sharing_percent_range,
  PURCHASE_NOT_IN_STATE: m.purchases_error_state,
  PURCHASE_NOT_READY: m.purchases_error_not_ready,
  PURCHASE_NOT_DUE: m.purchases_error_not_due,
  DUPLICATE_PURCHASE: m.purchases_error_duplicate,
  LAST_PURCHASE_RECEIPT: m.purchases_error_last_copy,
  ADVANCE_NEEDS_ACCOUNT: m.advances_error_account,
  ADVANCE_NOT_IN_STATE: m.advances_error_state,
} as const;
