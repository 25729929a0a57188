import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconPrinter } from '@tabler/icons-react';
import { useDeliveries, useMakePrintBatch } from '@/api/deliveries';
import { tellProblem } from '@/components/tellProblem';
import { m } from '@/paraglide/messages';
import { DeliveryList } from './DeliveryList';

/** The bills on paper that wait, and the button that gathers them into one file. */
export function PrintQueue() {
  const { items, empty } = useDeliveries('TO_PRINT');
  const { mutate, isPending } = useMakePrintBatch();
  const navigate = useNavigate({ from: '/provider/deliveries' });
  const make = () =>
    mutate(undefined, {
      onSuccess: () => void navigate({ search: { part: 'batches' }, replace: true }),
      onError: tellProblem,
    });
  return (
    <Stack gap="sm">
      {items.length > 0 && (
        <Group>
          <Button
            size="sm"
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            loading={isPending}
            onClick={make}
          >
            {m.providerbills_print_make()}
          </Button>
          <Text size="sm" c="dimmed">
            {m.providerbills_print_help()}
          </Text>
        </Group>
      )}
      <DeliveryList
        state="TO_PRINT"
        empty={empty ? m.providerbills_deliveries_print_empty() : ''}
      />
    </Stack>
  );
}
