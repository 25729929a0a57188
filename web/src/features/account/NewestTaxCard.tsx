import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { taxCardAddress } from '@/api/account';
import type { OwnTaxCard } from '@/api/profile';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';

/** What has become of the tax card that was sent last, and a way to look at it again. */
export function NewestTaxCard({ personId, card }: { personId: string; card: OwnTaxCard }) {
  return (
    <Text role="status">
      {standing(card)}
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

function standing({ state, sentAt, handledAt, terms }: OwnTaxCard): string {
  // Nobody has read it yet as long as nothing is known of what stands on it.
  if (handledAt === null || terms === null) {
    return m.account_tax_waiting({ sent: formatInstant(sentAt) });
  }
  const handled = formatInstant(handledAt);
  return state === 'IN_USE'
    ? m.account_tax_in_use({ handled, from: terms.validFrom })
    : m.account_tax_later_in_use({ handled });
}
