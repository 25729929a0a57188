import {
  Alert,
  Button,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useClipboard, useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconInfoCircle, IconLink } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { ApiProblem } from '@/api/problem';
import { useSession } from '@/api/session';
import { ButtonLink } from '@/components/links';
import { AmountLines } from '@/domain/salary/AmountLines';
import { NoTaxCard } from '@/domain/readiness/NoTaxCard';
import { EuroPicture } from '@/domain/salary/EuroPicture';
import { formatMoney } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { Headline, isSought } from './Headline';
import classes from './Result.module.css';
import { searchOf, type CalculatorForm } from './form';
import { breakdownOf, type Subject } from './lines';
import type { Calculator } from './useCalculator';

/** A screen reader hears the answer when the typing has paused for this long. */
const PAUSE_BEFORE_SPEAKING_MS = 1000;

/** What the server answered; before that, its shape. */
export function Result({ calculator }: { calculator: Calculator }) {
  const visitor = useSession() === null;
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
            {noteOf(calculator)}
          </Text>
          {visitor && (
            <ButtonLink to="/register" fullWidth>
              {m.calculator_begin()}
            </ButtonLink>
          )}
          <ShareButton form={calculator.form} />
        </div>
      </Stack>
    </Paper>
  );
}

function noteOf({ own, answer }: Calculator): string {
  if (!own) return m.calculator_indicative();
  return (answer?.summary.withoutTaxCard ?? null) === null
    ? m.calculator_own_note()
    : m.calculator_own_note_no_card();
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
      {answer.question.own === true && answer.summary.withoutTaxCard !== null && (
        <NoTaxCard without={answer.summary.withoutTaxCard} />
      )}
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

/** The way from the invoice to the account, line by line. */
function Breakdown({ subject }: { subject: Subject }) {
  return (
    <section>
      <Title order={3}>{m.calculator_breakdown()}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {m.calculator_breakdown_help()}
      </Text>
      <AmountLines label={m.calculator_breakdown()} lines={breakdownOf(subject)} />
    </section>
  );
}

/**
 * Why there is no answer, and what to do about it. Where a field is at fault and an earlier result
 * stands, its headline says so instead: a note that comes and goes while typing would make the
 * result jump.
 */
function ResultNote({ calculator }: { calculator: Calculator }) {
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

/** Copies a link that opens the calculator just as it stands now. */
function ShareButton({ form }: { form: CalculatorForm }) {
  const router = useRouter();
  const { copy, copied, error } = useClipboard();
  const copyLink = () => {
    // The address bar may lag behind the typing by a moment, so the link is made of the form.
    const { href } = router.buildLocation({ to: '/calculator', search: searchOf(form) });
    copy(new URL(href, window.location.origin).href);
  };
  return (
    <div>
      <Button
        variant="light"
        fullWidth
        onClick={copyLink}
        leftSection={
          copied ? (
            <IconCheck size={18} aria-hidden="true" />
          ) : (
            <IconLink size={18} aria-hidden="true" />
          )
        }
      >
        <span aria-live="polite">{copied ? m.calculator_copied() : m.calculator_copy()}</span>
      </Button>
      {error !== null && (
        <Text size="sm" mt="xs" role="status">
          {m.calculator_copy_failed()}
        </Text>
      )}
    </div>
  );
}
