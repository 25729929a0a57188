import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import {
  IconCopy,
  IconCut,
  IconDots,
  IconHistory,
  IconLockOpen,
  IconPrinter,
  IconReceiptRefund,
  IconSend,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import type { BillCard } from '@/api/billLists';
import { billPdfAddress } from '@/api/billPages';
import { m } from '@/paraglide/messages';
import type { BillAction } from './billActions';
import { customerName } from './billWords';
import type { BillActions } from './useBillActions';

export const ACTION_WORDS: Readonly<Record<BillAction, { text: () => string; icon: Icon }>> = {
  send: { text: m.bills_action_send, icon: IconSend },
  open: { text: m.bills_action_open, icon: IconLockOpen },
  requestOpening: { text: m.bills_action_request_opening, icon: IconLockOpen },
  correct: { text: m.bills_action_correct, icon: IconReceiptRefund },
  creditPart: { text: m.bills_action_credit_part, icon: IconCut },
  copy: { text: m.bills_action_copy, icon: IconCopy },
  history: { text: m.bills_action_history, icon: IconHistory },
  delete: { text: m.bills_action_delete, icon: IconTrash },
};

interface Props {
  bill: BillCard;
  choices: readonly BillAction[];
  actions: BillActions;
}

/** The less frequent things to do with a bill. */
export function BillMenu({ bill, choices, actions }: Props) {
  return (
    // Inside the main landmark, where those who go from landmark to landmark find it.
    <Menu
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      withinPortal={false}
      hideDetached={false}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          loading={actions.busy}
          aria-label={m.bills_more_actions({ customer: customerName(bill) })}
        >
          <IconDots size={20} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={billPdfAddress(bill.id)}
          target="_blank"
          rel="noopener"
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
        >
          {m.bills_action_print()}
          <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
        </Menu.Item>
        {choices.map((choice) => {
          const { text, icon: ChoiceIcon } = ACTION_WORDS[choice];
          return (
            <Menu.Item
              key={choice}
              leftSection={<ChoiceIcon size={18} aria-hidden="true" />}
              onClick={() => actions.run(choice)}
              {...(choice === 'delete' && { c: 'var(--mantine-color-error)' })}
            >
              {text()}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
