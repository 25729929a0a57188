import { Anchor, Text } from '@mantine/core';
import { useVisit } from '@/api/visit';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';

/** What the service costs, for those who do not use it yet, and where they read more. */
export function PriceNote() {
  const { app } = useVisit();
  return (
    <Text size="sm" c="dimmed" mt="xs" ta="center">
      {app !== undefined &&
        `${m.visitor_price({
          percent: formatPercent(app.servicePercent),
          maximum: formatMoney(app.serviceFeeMaximumPerMonth),
        })} `}
      <LandingLink />
    </Text>
  );
}

/** The landing page is one of the server, which the app leaves for. */
export function LandingLink() {
  return (
    <Anchor href="/landing" data-server size="sm" underline="always">
      {m.visitor_landing()}
    </Anchor>
  );
}
