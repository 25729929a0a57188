import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { ApiProblem } from '@/api/problem';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

interface Props {
  error: Error;
  retry: () => void;
}

/** Shown instead of data that could not be fetched, with a button to try again. */
export function LoadFailure({ error, retry }: Props) {
  const key = error instanceof ApiProblem ? error.errorKey : 'ERROR';
  return (
    <Alert color="red" variant="light" icon={<IconCloudOff aria-hidden="true" />}>
      <Group justify="space-between" gap="sm">
        <Text>{textOf(key)}</Text>
        <Button size="sm" variant="default" onClick={retry}>
          {m.retry()}
        </Button>
      </Group>
    </Alert>
  );
}
