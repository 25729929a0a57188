import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiProblem } from '@/api/problem';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import type { Calculator } from './useCalculator';

/**
 * Why there is no answer, and what to do about it. Where a field is at fault and an earlier result
 * stands, its headline says so instead: a note that comes and goes while typing would make the
 * result jump.
 */
export function ResultNote({ calculator }: { calculator: Calculator }) {
  const { failure, hasErrors, answer, isFetching, retry } = calculator;
  if (failure === null || (hasErrors && answer !== undefined)) return null;
  return (
    <Alert color="yellow" role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex={1} miw={180}>
          {hasErrors ? textOf('INVALID_FIELDS') : failureText(failure)}
          {answer !== undefined && ` ${m.calculator_last_result()}`}
        </Text>
        {!hasErrors && (
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={retry}>
            {m.retry()}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function failureText(failure: Error): string {
  if (!(failure instanceof ApiProblem)) return textOf('ERROR');
  return failure.status === 429 && failure.retryAfter_s !== undefined
    ? m.notify_too_many_requests_seconds({ seconds: failure.retryAfter_s })
    : textOf(failure.errorKey);
}
