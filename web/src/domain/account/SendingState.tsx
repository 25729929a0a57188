import { Alert, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';

interface Props {
  /** Progress of the upload; undefined when there is none. */
  percent: number | undefined;
  refusal: string | undefined;
}

/** How far a file is, or why it was not taken. */
export function SendingState({ percent, refusal }: Props) {
  if (percent !== undefined) {
    return (
      <Stack gap={6}>
        <Progress value={percent} size="lg" aria-label={m.account_sending()} />
        <Text size="sm" c="dimmed">
          {m.account_sending_percent({ percent })}
        </Text>
      </Stack>
    );
  }
  if (refusal === undefined) return null;
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
      {refusal}
    </Alert>
  );
}
