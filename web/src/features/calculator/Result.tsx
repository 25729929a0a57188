import { Paper, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { EuroPicture } from '@/components/salary/EuroPicture';
import { formatMoney } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { Breakdown } from './Breakdown';

import { Headline, isSought } from './Headline';
import classes from './Result.module.css';
import { ResultNote } from './ResultNote';
import { ShareButton } from './ShareButton';
import type { Calculator } from './useCalculator';

/** A screen reader hears the answer when the typing has paused for this long. */
const PAUSE_BEFORE_SPEAKING_MS = 1000;

/** What the server answered; before that, its shape. */
export function Result({ calculator }: { calculator: Calculator }) {
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} className={classes.card}>
      <VisuallyHidden>
        <Title order={2}>{m.calculator_result()}</Title>
      </VisuallyHidden>
      <Spoken calculator={calculator} />
      <Stack gap="lg">
        <ResultNote calculator={calculator} />
        <Answered calculator={calculator} />
        <div className={classes.foot}>
          <Text size="sm" c="dimmed" className={classes.indicative}>
            <IconInfoCircle size={18} aria-hidden="true" />
            {m.calculator_indicative()}
          </Text>
          <ShareButton form={calculator.form} />
        </div>
      </Stack>
    </Paper>
  );
}

function Answered({ calculator }: { calculator: Calculator }) {
  const { answer, figures, hourly, failure, hasErrors, upToDate } = calculator;
  if (answer === undefined || figures === undefined) {
    return failure === null ? <ComingAnswer /> : null;
  }
  const subject = { ...answer, figures };
  return (
    <Stack
      gap="lg"
      className={classes.answer}
      data-stale={failure !== null || undefined}
      data-late={!upToDate || undefined}
    >
      <Headline subject={subject} hourly={hourly} outdated={failure !== null && hasErrors} />
      <EuroPicture summary={answer.summary} />
      <Breakdown subject={subject} />
    </Stack>
  );
}

function ComingAnswer() {
  return (
    <Stack gap="lg" role="status" aria-label={m.loading()}>
      <Skeleton height={148} radius="lg" />
      <Skeleton height={190} />
      <Skeleton height={360} />
    </Stack>
  );
}

/** Says the answer once it has settled, and not at every key. */
function Spoken({ calculator }: { calculator: Calculator }) {
  const [spoken] = useDebouncedValue(sentence(calculator), PAUSE_BEFORE_SPEAKING_MS);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {spoken}
    </VisuallyHidden>
  );
}

function sentence({ answer, upToDate, hasErrors }: Calculator): string {
  if (hasErrors) return textOf('INVALID_FIELDS');
  if (answer === undefined || !upToDate) return '';
  const salary = formatMoney(answer.summary.salary);
  return isSought(answer)
    ? m.calculator_spoken_invoice({ total: formatMoney(answer.summary.totalBilling), salary })
    : m.calculator_spoken_salary({ salary });
}
