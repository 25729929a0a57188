import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { usePayouts } from '@/api/payouts';
import { PageTitle } from '@/components/PageTitle';
import { ListKeys } from '@/components/shortcuts/ListKeys';
import { m } from '@/paraglide/messages';
import { LeftAgainList } from './LeftAgainList';
import { PayoutFiles } from './PayoutFiles';
import { ReadyList } from './ReadyList';
import { RefusedList } from './RefusedList';

/** What is to be paid to sellers and in advance, what the bank did not pay, and the files for the bank. */
export function PayoutsPage() {
  const { files, ready, refused, leftAgain } = usePayouts();
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_payouts()}</PageTitle>
        <ListKeys enter={m.provider_key_first()} choosing />
      </Group>
      <Text c="dimmed" maw={720}>
        {m.payouts_help()}
      </Text>
      {ready !== undefined && <ReadyList ready={ready} />}
      {ready === undefined && files.loading && (
        <Stack component="section" gap="sm" aria-label={m.payouts_ready()}>
          <Title order={2}>{m.payouts_ready()}</Title>
          <Skeleton height={132} />
        </Stack>
      )}
      {refused !== undefined && refused.length > 0 && <RefusedList refused={refused} />}
      {leftAgain !== undefined && leftAgain.length > 0 && <LeftAgainList left={leftAgain} />}
      <PayoutFiles files={files} />
    </Stack>
  );
}
