import { Card, Skeleton, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  calculationQuery,
  calculatorFiguresQuery,
  type CalculatorFigures,
  type Summary,
} from '@/api/calculator';
import { LoadFailure } from '@/components/LoadFailure';
import { AmountLines } from '@/domain/salary/AmountLines';
import { linesOf } from '@/domain/salary/lines';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import { PRICE, TAX_RATE, type ExampleCase, type WorkedExample } from './explanations';
import classes from './Help.module.css';

/** An example whose figures the server calculates, as for a real salary. */
export function Example({ example }: { example: WorkedExample }) {
  const titleId = useId();
  const { data: figures, error, refetch } = useQuery(calculatorFiguresQuery(''));
  return (
    <Card
      component="section"
      withBorder
      padding="lg"
      className={classes.example}
      aria-labelledby={titleId}
    >
      <Title order={2} id={titleId}>
        {m.help_example()}
      </Title>
      <Text c="dimmed" maw={640} mb="md">
        {example.intro({ price: formatMoney(PRICE), percent: formatPercent(TAX_RATE) })}
      </Text>
      {figures !== undefined && <Answers example={example} figures={figures} />}
      {figures === undefined && error !== null && (
        <LoadFailure error={error} retry={() => void refetch()} />
      )}
      {figures === undefined && error === null && <Loading />}
    </Card>
  );
}

interface AnswersProps {
  example: WorkedExample;
  figures: CalculatorFigures;
}

/** The answers of the server to all questions of an example. */
function Answers({ example: { cases, outcome }, figures }: AnswersProps) {
  const answers = useQueries({
    queries: cases.map(({ question }) => calculationQuery(question(figures))),
  });
  const failed = answers.filter(({ error }) => error !== null);
  const error = failed[0]?.error;
  if (error) {
    return (
      <LoadFailure error={error} retry={() => failed.forEach(({ refetch }) => void refetch())} />
    );
  }
  const summaries = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (summaries.length < cases.length) return <Loading />;
  return (
    <>
      <div className={classes.cases}>
        {cases.map((one, place) => (
          <Case key={one.name()} example={one} summary={summaries[place]} />
        ))}
      </div>
      {outcome !== undefined && (
        <Text mt="md" fw={600}>
          {outcome(summaries)}
        </Text>
      )}
    </>
  );
}

function Loading() {
  return <Skeleton height={260} role="status" aria-label={m.loading()} />;
}

interface CaseProps {
  example: ExampleCase;
  summary: Summary | undefined;
}

function Case({ example, summary }: CaseProps) {
  if (summary === undefined) return null;
  return (
    <div>
      <Title order={3} mb={6}>
        {example.name()}
      </Title>
      <AmountLines label={example.name()} lines={linesOf(summary, example.lines(summary))} />
    </div>
  );
}
