import { Kbd, Table } from '@mantine/core';
import { AppModal } from '@/components/AppModal';
import { m } from '@/paraglide/messages';

const SHORTCUTS: readonly { keys: readonly (() => string)[]; text: () => string }[] = [
  { keys: [m.invoice_key_enter], text: m.invoice_shortcut_add_row },
  { keys: [m.invoice_key_ctrl, () => 'D'], text: m.invoice_shortcut_duplicate },
  { keys: [m.invoice_key_ctrl, m.invoice_key_enter], text: m.invoice_shortcut_send },
  { keys: [m.invoice_key_alt, () => '↓'], text: m.invoice_shortcut_calendar },
  { keys: [m.invoice_key_ctrl, () => 'K'], text: m.invoice_shortcut_palette },
  { keys: [() => '?'], text: m.invoice_shortcut_help },
];

/** What the keyboard can do here. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <AppModal opened onClose={onClose} title={m.invoice_shortcuts()}>
      <Table aria-label={m.invoice_shortcuts()}>
        <Table.Tbody>
          {SHORTCUTS.map(({ keys, text }) => (
            <Table.Tr key={text()}>
              <Table.Td>
                {keys.map((key, place) => (
                  <span key={key()}>
                    {place > 0 && ' + '}
                    <Kbd>{key()}</Kbd>
                  </span>
                ))}
              </Table.Td>
              <Table.Td>{text()}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </AppModal>
  );
}
