import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { ApiProblem, isOutage } from '@/api/problem';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import classes from './LoadFailure.module.css';

interface Props {
  error: Error;
  retry: () => void;
}

/** Where the server does not say when to ask again. */
const ASK_AGAIN_S = 5;

/**
 * Shown instead of data that could not be fetched, with a button to try again. What is away for a while, such as the
 * storage of files, is asked for again without it.
 */
export function LoadFailure({ error, retry }: Props) {
  const problem = error instanceof ApiProblem ? error : undefined;
  const key = problem?.errorKey ?? 'ERROR';
  const askAgain = useEffectEvent(retry);
  useEffect(() => {
    if (problem?.status === undefined || !isOutage(problem.status)) return undefined;
    const timer = setTimeout(askAgain, (problem.retryAfter_s ?? ASK_AGAIN_S) * 1000);
    return () => clearTimeout(timer);
  }, [problem]);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconCloudOff aria-hidden="true" />}
      classNames={{ wrapper: classes.wrapper }}
    >
      <Group justify="space-between" gap="sm">
        <Text>{textOf(key)}</Text>
        <Button size="sm" variant="default" onClick={retry}>
          {m.retry()}
        </Button>
      </Group>
    </Alert>
  );
}
