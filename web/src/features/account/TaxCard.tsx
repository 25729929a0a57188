import { Button, FileButton, Group, Modal, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useSendTaxCard } from '@/api/account';
import type { Profile } from '@/api/profile';
import { formatPercent } from '@/lib/format/percent';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { NewestTaxCard } from './NewestTaxCard';
import { Section } from './Section';
import { SendingState } from './SendingState';
import { useSending } from './useSending';

const ENDINGS = /\.(?:jpe?g|png|pdf)$/i;
const ACCEPTED = '.jpg,.jpeg,.png,.pdf';

/** The tax percentage in use, what became of the card sent last, and a new one, to be sent. */
export function TaxCard({ profile: { id, personSettings, newestTaxCard } }: { profile: Profile }) {
  const { send, percent, refusal, refuse } = useSending(useSendTaxCard(id));
  const [told, setTold] = useState(true);
  const clearChoice = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file === null) return;
    // So that the same file can be chosen again after it failed.
    clearChoice.current?.();
    if (!ENDINGS.test(file.name)) refuse(textOf('FILE_TYPE_NOT_ALLOWED'));
    else send(file, () => setTold(false));
  };
  return (
    <Section title={m.account_tax_title()} help={m.account_tax_help()}>
      <Text>
        {personSettings.taxpercent === null
          ? m.account_tax_none()
          : m.account_tax_percent({ percent: formatPercent(personSettings.taxpercent) })}
      </Text>
      {newestTaxCard !== null && <NewestTaxCard personId={id} card={newestTaxCard} />}
      <Group>
        <FileButton onChange={choose} accept={ACCEPTED} resetRef={clearChoice}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              loading={percent !== undefined}
              leftSection={<IconUpload size={18} aria-hidden="true" />}
            >
              {m.account_tax_upload()}
            </Button>
          )}
        </FileButton>
      </Group>
      <SendingState percent={percent} refusal={refusal} />
      <Modal
        opened={!told}
        onClose={() => setTold(true)}
        title={m.account_tax_received_title()}
        closeButtonProps={{ 'aria-label': m.dialog_close() }}
      >
        <Text>{m.account_tax_received_body()}</Text>
        <Group mt="md" justify="flex-end">
          <Button onClick={() => setTold(true)} data-autofocus>
            {m.account_tax_received_close()}
          </Button>
        </Group>
      </Modal>
    </Section>
  );
}
