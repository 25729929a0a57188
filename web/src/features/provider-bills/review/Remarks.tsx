import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconLockOpen, IconUser } from '@tabler/icons-react';
import type { Review } from '@/api/providerBills';
import { ProblemList } from '@/components/bills/ProblemList';
import { m } from '@/paraglide/messages';

/** What the program noticed, and what else a clerk should know before deciding. */
export function Remarks({ review: { remarks, own, bill, takenBy } }: { review: Review }) {
  const takenByOther = bill.state === 'TAKEN' && takenBy !== null;
  return (
    <Stack gap="xs">
      {own && (
        <Alert role="note" color="red" icon={<IconUser aria-hidden="true" />}>
          {m.providerbills_barred_own()}
        </Alert>
      )}
      {bill.openRequest && (
        <Alert role="note" color="grape" icon={<IconLockOpen aria-hidden="true" />}>
          {m.providerbills_request()}
        </Alert>
      )}
      {remarks.length > 0 && (
        <Alert
          role="note"
          color="yellow"
          icon={<IconAlertTriangle aria-hidden="true" />}
          title={m.providerbills_remarks()}
        >
          <ProblemList problems={remarks} />
        </Alert>
      )}
      {remarks.length === 0 && (
        <Alert role="note" color="green" icon={<IconCheck aria-hidden="true" />}>
          {m.providerbills_no_remarks()}
        </Alert>
      )}
      {takenByOther && (
        <Text size="sm" c="dimmed">
          {m.providerbills_taken_by({ name: takenBy })}
        </Text>
      )}
    </Stack>
  );
}
