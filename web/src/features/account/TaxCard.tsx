import { Anchor, Button, FileButton, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { taxCardAddress, useSendTaxCard } from '@/api/account';
import type { OwnTaxCard, Profile } from '@/api/profile';
import { AppModal } from '@/components/AppModal';
import { formatInstant } from '@/lib/format/instant';
import { formatPercent } from '@/lib/format/percent';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { Section } from './Section';
import { SendingState } from './SendingState';
import { useSending } from './useSending';

const ENDINGS = /\.(?:jpe?g|png|pdf)$/i;
const ACCEPTED = '.jpg,.jpeg,.png,.pdf';

/** The tax percentage in use, the state of the card sent last, and a button to send a new one. */
export function TaxCard({ profile: { id, personSettings, newestTaxCard } }: { profile: Profile }) {
  const { send, busy, percent, refusal, refuse } = useSending(useSendTaxCard(id));
  const [received, setReceived] = useState(false);
  const clearChoice = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file === null) return;
    // So that the same file can be chosen again after it failed.
    clearChoice.current?.();
    if (!ENDINGS.test(file.name)) refuse(textOf('FILE_TYPE_NOT_ALLOWED'));
    else send(file, () => setReceived(true));
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
              loading={busy}
              leftSection={<IconUpload size={18} aria-hidden="true" />}
            >
              {m.account_tax_upload()}
            </Button>
          )}
        </FileButton>
      </Group>
      <SendingState percent={percent} refusal={refusal} />
      <AppModal
        opened={received}
        onClose={() => setReceived(false)}
        title={m.account_tax_received_title()}
      >
        <Text>{m.account_tax_received_body()}</Text>
        <Group mt="md" justify="flex-end">
          <Button onClick={() => setReceived(false)} data-autofocus>
            {m.account_tax_received_close()}
          </Button>
        </Group>
      </AppModal>
    </Section>
  );
}

/** The state of the tax card that was sent last, with a link to its file. */
function NewestTaxCard({ personId, card }: { personId: string; card: OwnTaxCard }) {
  return (
    <Text role="status">
      {stateText(card)}
      {card.fileName !== null && (
        <>
          {' '}
          <Anchor href={taxCardAddress(personId)} target="_blank" rel="noopener" underline="always">
            {m.account_tax_look({ file: card.fileName })}
            <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
          </Anchor>
        </>
      )}
    </Text>
  );
}

function stateText({ state, sentAt, handledAt, terms }: OwnTaxCard): string {
  // Without figures the card has not been processed yet.
  if (handledAt === null || terms === null) {
    return m.account_tax_waiting({ sent: formatInstant(sentAt) });
  }
  const handled = formatInstant(handledAt);
  return state === 'IN_USE'
    ? m.account_tax_in_use({ handled, from: terms.validFrom })
    : m.account_tax_later_in_use({ handled });
}
