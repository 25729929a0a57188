import { Button, CopyButton, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import { Details } from '@/components/Details';
import { m } from '@/paraglide/messages';

/** To whom the seller has to address the invoice, to be copied into an order. */
export function AddressedTo() {
  const { data: app } = useQuery(appInfoQuery);
  if (app === undefined) return null;
  const { providerName: provider, providerInvoicing: to } = app;
  const items = [
    { name: m.purchases_to_name(), value: provider },
    { name: m.purchases_to_business_id(), value: to.businessId },
    { name: m.purchases_to_address(), value: `${to.street}, ${to.postalCode} ${to.city}` },
    { name: m.purchases_to_e_invoice(), value: to.eInvoiceAddress },
    { name: m.purchases_to_operator(), value: to.eInvoiceOperator },
  ].filter(({ value }) => value !== null);
  const text = items.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return (
    <Stack gap="xs">
      <Text size="sm">{m.purchases_provider({ provider })}</Text>
      <Paper withBorder p="sm">
        <Stack gap="xs" align="flex-start">
          <Details items={items} />
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? m.purchases_to_copied() : m.purchases_to_copy()}
              </Button>
            )}
          </CopyButton>
        </Stack>
      </Paper>
    </Stack>
  );
}
