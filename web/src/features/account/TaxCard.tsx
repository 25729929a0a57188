import { Anchor, Stack, Text, VisuallyHidden } from '@mantine/core';
import { taxCardAddress } from '@/api/account';
import type { OwnTaxCard, Profile } from '@/api/profile';
import { ConfirmedTaxCardUpload } from '@/domain/account/ConfirmedTaxCardUpload';
import { HelpLink } from '@/domain/help/HelpLink';
import { NEEDS } from '@/domain/readiness/needs';
import { formatInstant } from '@/lib/format/instant';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import { Section } from './Section';

/** The tax percentage in use, the state of the card sent last, and a button to send a new one. */
export function TaxCard({ profile: { id, personSettings, newestTaxCard } }: { profile: Profile }) {
  return (
    <Section title={m.account_tax_title()} help={m.account_tax_help()}>
      <Text>
        {personSettings.taxpercent === null
          ? m.account_tax_none()
          : m.account_tax_percent({ percent: formatPercent(personSettings.taxpercent) })}
      </Text>
      {newestTaxCard !== null && <NewestTaxCard personId={id} card={newestTaxCard} />}
      <Stack align="flex-start">
        <ConfirmedTaxCardUpload id={NEEDS.NO_TAX_CARD.field} personId={id} />
      </Stack>
      <HelpLink topic="tax-card" besideForm />
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
