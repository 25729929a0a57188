import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deletionRequestsQuery, type DeletionRequest } from '@/api/providerPeople';
import { LoadFailure } from '@/components/LoadFailure';
import { DataTable, type Column } from '@/components/list/DataTable';
import { formatInstant } from '@/lib/format/instant';
import { registerAccountTexts } from '@/lib/notify/accounts';
import { m } from '@/paraglide/messages';
import { EraseDialog } from './EraseDialog';

// Why an account cannot be removed yet is among these.
registerAccountTexts();

/** Requests to delete an account. Shows nothing when there are none. */
export function DeletionRequests() {
  const { data: requests, error, refetch } = useQuery(deletionRequestsQuery);
  const [chosen, setChosen] = useState<DeletionRequest>();
  if (error !== null && requests === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (requests === undefined || requests.length === 0) return null;
  return (
    <Alert color="yellow" title={m.providerpeople_deletion_title()}>
      <Stack gap="sm">
        <Text size="sm">{m.providerpeople_deletion_help()}</Text>
        <DataTable
          caption={m.providerpeople_deletion_title()}
          items={requests}
          keyOf={({ id }) => id}
          columns={columns(setChosen)}
        />
      </Stack>
      {chosen !== undefined && (
        <EraseDialog key={chosen.id} person={chosen} onClose={() => setChosen(undefined)} />
      )}
    </Alert>
  );
}

function columns(
  choose: (request: DeletionRequest) => void,
): [Column<DeletionRequest>, ...Column<DeletionRequest>[]] {
  return [
    {
      name: m.providerpeople_name(),
      cell: ({ name, email }) => (
        <>
          {name}
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    {
      name: m.providerpeople_deletion_requested(),
      cell: ({ requestedAt }) => formatInstant(requestedAt),
      from: 'sm',
    },
    {
      name: m.providerpeople_deletion_erase(),
      silent: true,
      cell: (request) => (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          aria-label={m.providerpeople_deletion_erase_of({ name: request.name })}
          onClick={() => choose(request)}
        >
          {m.providerpeople_deletion_erase()}
        </Button>
      ),
    },
  ];
}
