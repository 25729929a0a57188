import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';

interface Props {
  title: string | undefined;
  /** Why it may have left the list. */
  reason: string;
  /** Whether others are left to choose from. */
  others: boolean;
}

/** In the place of an item of a list that was open and has gone, until another one is chosen. */
export function Gone({ title, reason, others }: Props) {
  return (
    <Alert color="yellow" title={title} icon={<IconAlertTriangle aria-hidden="true" />}>
      <Text size="sm">{reason}</Text>
      {others && <Text size="sm">{m.provider_choose_next()}</Text>}
    </Alert>
  );
}
