import { ActionIcon, Kbd, Stack, Switch, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { AppModal } from '../AppModal';
import { m } from '@/paraglide/messages';
import classes from './KeyHint.module.css';
import { useKeys, useKeysOn } from './keys';

interface Props {
  /** The keys of the page and what each does. */
  keys: readonly { readonly key: string; readonly name: string }[];
}

/** Shows the keys of a page, by a button and by the key ?. Who has no keyboard sees no button. */
export function KeyHelp({ keys }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [on, setOn] = useKeysOn();
  useKeys([{ key: '?', run: open }]);
  const help = { key: '?', name: m.provider_keys_help() };
  return (
    <>
      <ActionIcon
        className={classes.hint}
        variant="default"
        size="lg"
        onClick={open}
        aria-label={m.provider_keys()}
        title={m.provider_keys()}
      >
        <IconKeyboard size={20} aria-hidden="true" />
      </ActionIcon>
      <AppModal opened={opened} onClose={close} title={m.provider_keys()}>
        <Stack>
          <Table withRowBorders={false} aria-label={m.provider_keys()}>
            <Table.Tbody>
              {[...keys, help].map(({ key, name }) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row" w={72}>
                    <Kbd>{key.toUpperCase()}</Kbd>
                  </Table.Th>
                  <Table.Td>{name}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Switch
            label={m.provider_keys_on()}
            description={m.provider_keys_on_help()}
            checked={on}
            onChange={({ currentTarget }) => setOn(currentTarget.checked)}
          />
        </Stack>
      </AppModal>
    </>
  );
}
