import { Alert, Button, List, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { EXPORT_ADDRESS, useRequestDeletion } from '@/api/account';
import type { Profile } from '@/api/profile';
import { DialogButtons } from '@/components/DialogButtons';
import { AppModal } from '@/components/AppModal';
import { TextLink } from '@/components/links';
import { tellProblem } from '@/components/tellProblem';
import { formatInstant } from '@/lib/format/instant';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { Section } from './Section';

/** What the person may ask of us about their data. */
export function Privacy({ profile }: { profile: Profile }) {
  return (
    <Section title={m.account_privacy_title()}>
      <Text>
        {`${m.account_privacy_help()} `}
        <TextLink to="/privacy">{m.account_privacy_notice()}</TextLink>
      </Text>
      <Stack gap="xs" align="flex-start">
        <Title order={3}>{m.account_export_title()}</Title>
        <Text c="dimmed">{m.account_export_help()}</Text>
        <Button
          component="a"
          href={EXPORT_ADDRESS}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
        >
          {m.account_export()}
        </Button>
      </Stack>
      <Stack gap="xs" align="flex-start">
        <Title order={3}>{m.account_deletion_title()}</Title>
        {profile.deletionRequestedAt === null ? (
          <RequestDeletion />
        ) : (
          <Requested at={profile.deletionRequestedAt} />
        )}
      </Stack>
    </Section>
  );
}

/** Explains what is removed and what the law keeps, and asks once more. */
function RequestDeletion() {
  const { mutate, isPending } = useRequestDeletion();
  const [asking, setAsking] = useState(false);
  const request = () => {
    if (isPending) return;
    mutate(true, {
      onSuccess: () => notifyText('success', m.account_deletion_received()),
      onError: tellProblem,
      onSettled: () => setAsking(false),
    });
  };
  return (
    <>
      <Text c="dimmed">{m.account_deletion_help()}</Text>
      <Button variant="light" color="red" onClick={() => setAsking(true)}>
        {m.account_deletion()}
      </Button>
      <AppModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={m.account_deletion_question()}
      >
        <List spacing="xs">
          <List.Item>{m.account_deletion_when()}</List.Item>
          <List.Item>{m.account_deletion_removed()}</List.Item>
          <List.Item>{m.account_deletion_kept()}</List.Item>
          <List.Item>{m.account_deletion_withdrawable()}</List.Item>
        </List>
        <DialogButtons mt="md">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {m.dialog_cancel()}
          </Button>
          <Button color="red" loading={isPending} onClick={request}>
            {m.account_deletion_confirm()}
          </Button>
        </DialogButtons>
      </AppModal>
    </>
  );
}

function Requested({ at }: { at: string }) {
  const { mutate, isPending } = useRequestDeletion();
  const withdraw = () => {
    if (isPending) return;
    mutate(false, {
      onSuccess: () => notifyText('success', m.account_deletion_withdrawn()),
      onError: tellProblem,
    });
  };
  return (
    <Alert color="yellow" w="100%">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{m.account_deletion_asked({ time: formatInstant(at) })}</Text>
        <Button size="sm" variant="default" loading={isPending} onClick={withdraw}>
          {m.account_deletion_withdraw()}
        </Button>
      </Stack>
    </Alert>
  );
}
