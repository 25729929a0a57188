import { Anchor, Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { taxCardAddress } from '@/api/account';
import type { OwnTaxCard, Profile } from '@/api/profile';
import { DialogButtons } from '@/components/DialogButtons';
import { AppModal } from '@/components/AppModal';
import { TaxCardUpload } from '@/domain/account/TaxCardUpload';
import { HelpLink } from '@/domain/help/HelpLink';
import { NEEDS } from '@/domain/readiness/needs';
import { formatInstant } from '@/lib/format/instant';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import { Section } from './Section';

/** The tax percentage in use, the state of the card sent last, and a button to send a new one. */
export function TaxCard({ profile: { id, personSettings, newestTaxCard } }: { profile: Profile }) {
  const [received, setReceived] = useState(false);
  return (
    <Section title={m.account_tax_title()} help={m.account_tax_help()}>
      <Text>
        {personSettings.taxpercent === null
          ? m.account_tax_none()
          : m.account_tax_percent({ percent: formatPercent(personSettings.taxpercent) })}
      </Text>
      {newestTaxCard !== null && <NewestTaxCard personId={id} card={newestTaxCard} />}
      <Stack align="flex-start">
        <TaxCardUpload
          id={NEEDS.NO_TAX_CARD.field}
          personId={id}
          onSent={() => setReceived(true)}
        />
      </Stack>
      <HelpLink topic="tax-card" besideForm />
      <AppModal
        opened={received}
        onClose={() => setReceived(false)}
        title={m.account_tax_received_title()}
      >
        <Text>{m.account_tax_received_body()}</Text>
        <DialogButtons mt="md">
          <Button onClick={() => setReceived(false)} data-autofocus>
            {m.account_tax_received_close()}
          </Button>
        </DialogButtons>
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
