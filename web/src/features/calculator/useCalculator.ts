import { useQuery } from '@tanstack/react-query';
import { calculatorFiguresQuery } from '@/api/calculator';
import { useSession } from '@/api/session';
import { ApiProblem } from '@/api/problem';
import { parseDate } from '@/lib/format/date';
import { keyWith, textOf } from '@/lib/notify/text';
import { asksForOneself, isUnreadable, type CalculatorForm, type TextField } from './form';
import { hourlyQuestionOf, ownQuestionOf, questionOf, shownField } from './question';
import { useAnswer } from './useAnswer';
import { useCalculatorForm } from './useCalculatorForm';

/** A field is at fault, and says so. */
const UNREADABLE = new Error('a number cannot be read');

type FieldErrors = Partial<Record<TextField, string>>;

/** Sent as parts of one and shown in per cents, so that the bounds of the server are not those of the field. */
const PARTS_OF_ONE: ReadonlySet<string> = new Set(['taxPercent', 'servicePercent']);

/** The texts of what the server did not accept, by the field they are shown at. */
function fieldErrors(form: CalculatorForm, error: Error | null): FieldErrors {
  const problems = error instanceof ApiProblem ? error.fields : [];
  return Object.fromEntries(
    problems.map((problem) => {
      const key = PARTS_OF_ONE.has(problem.field) ? problem.key : keyWith(problem);
      return [shownField(form, problem.field), textOf(key)];
    }),
  );
}

/** The figures of the payday; today's while that is not a day whose figures are known. */
function useFigures(payday: string) {
  const today = useQuery(calculatorFiguresQuery(''));
  const ofPayday = useQuery({
    ...calculatorFiguresQuery(payday),
    enabled: parseDate(payday) !== undefined,
  });
  // Asked with the VAT of another day, the server would refuse what is right.
  return { ...today, data: ofPayday.data ?? today.data, areComing: ofPayday.isLoading };
}

/** Everything on the page: what is typed, what the server says to it, and what it says is wrong. */
export function useCalculator() {
  const { form, settled, change, type } = useCalculatorForm();
  const figures = useFigures(settled.payday);
  const mayBeOwn = useSession()?.roles.includes('ROLE_USER') ?? false;
  const questionIn = mayBeOwn && asksForOneself(settled) ? ownQuestionOf : questionOf;
  // While a number cannot be read there is nothing to ask: an answer would be to another form.
  const unreadable = isUnreadable(form);
  const question =
    figures.data && !figures.areComing && !unreadable
      ? questionIn(settled, figures.data)
      : undefined;
  const answer = useAnswer(question);

  // A price that was sought can be asked by the hour too.
  const found = answer.upToDate ? answer.last : undefined;
  const byTheHour = settled.tab === 'hourly' && settled.direction === 'inHand';
  const hourly = useAnswer(
    byTheHour && found !== undefined
      ? hourlyQuestionOf(found.question, settled.hours, found.summary.amount)
      : undefined,
  );

  const errors = {
    ...(byTheHour ? { hours: fieldErrors(settled, hourly.error).hours } : {}),
    ...fieldErrors(settled, answer.error),
  };
  return {
    form,
    change,
    type,
    /** A worker is signed in, who may ask for themselves. */
    mayBeOwn,
    /** It is calculated for the signed-in worker. */
    own: mayBeOwn && asksForOneself(form),
    figures: figures.data,
    errorOf: (field: TextField): string | undefined => errors[field],
    hasErrors: unreadable || Object.values(errors).some((error) => error !== undefined),
    answer: answer.last,
    upToDate: answer.upToDate,
    isFetching: figures.isFetching || answer.isFetching,
    /** Why there is no answer, where that is not the fault of a field. */
    failure: figures.error ?? answer.error ?? (unreadable ? UNREADABLE : null),
    hourly: byTheHour && hourly.last?.question.hourlyRate !== '0' ? hourly.last : undefined,
    retry: () => {
      if (figures.data === undefined) void figures.refetch();
      else answer.retry();
    },
  };
}

export type Calculator = ReturnType<typeof useCalculator>;
