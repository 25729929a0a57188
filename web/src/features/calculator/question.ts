import type { CalculatorFigures, Question } from '@/api/calculator';
import { fractionOfPercent, percentOfFraction, quotient } from '@/lib/format/exact';
import { numberIn } from '@/lib/number';
import { isTextField, numberKindOf, type CalculatorForm, type TextField } from './form';

/** VAT in per cent: the choice, or the general rate, which is the highest. */
export function vatPercentOf({ alv }: CalculatorForm, { vatRates }: CalculatorFigures): string {
  return alv === '' ? percentOfFraction(vatRates[0] ?? 0) : alv;
}

/** The choices of VAT in per cent. A link may ask for one of another year. */
export function vatChoices({ alv }: CalculatorForm, { vatRates }: CalculatorFigures): string[] {
  return [...new Set([...vatRates.map((rate) => percentOfFraction(rate)), alv])].filter(
    (percent) => numberIn(percent, 'percent') !== undefined,
  );
}

function fractionOfTyped(typed: string): string {
  const percent = numberIn(typed, 'percent');
  return percent === undefined ? '' : fractionOfPercent(percent);
}

/** The number in a field, as programs write it. Only readable fields are asked. */
function number(form: CalculatorForm, field: TextField): string {
  return numberIn(form[field], numberKindOf(field) ?? 'amount') ?? '';
}

function asked(form: CalculatorForm): Question {
  if (form.direction === 'inHand') return { salary: number(form, 'salary') };
  return form.tab === 'hourly'
    ? { hours: number(form, 'hours'), hourlyRate: number(form, 'hourlyRate') }
    : { price: number(form, 'price') };
}

/** The question that the form asks. Every number travels as text, as programs write it. */
export function questionOf(form: CalculatorForm, figures: CalculatorFigures): Question {
  return { ...askedOfWork(form, figures), ...described(form) };
}

/** The same for the signed-in worker, whose details the server has. */
export function ownQuestionOf(form: CalculatorForm, figures: CalculatorFigures): Question {
  return { ...askedOfWork(form, figures), own: true };
}

function askedOfWork(form: CalculatorForm, figures: CalculatorFigures): Question {
  return {
    ...asked(form),
    alv: vatPercentOf(form, figures),
    kilometers: number(form, 'kilometers'),
    fulldaycompensation: number(form, 'fulldaycompensation'),
    partialdaycompensation: number(form, 'partialdaycompensation'),
    lunchcompensation: number(form, 'lunchcompensation'),
    payday: form.payday,
  };
}

/** The person that the form describes. */
function described(form: CalculatorForm): Question {
  const yelInsured = form.yelInsured === 'yes';
  return {
    taxPercent: fractionOfTyped(form.taxPercent),
    age: number(form, 'age'),
    workerType: form.workerType,
    yelInsured,
    payYelThroughService: yelInsured && form.payYelThroughService === 'yes',
    professionCode: form.professionCode,
    servicePercent: fractionOfTyped(form.servicePercent),
  };
}

/**
 * The question whether a price found for a wanted salary can be asked by the hour: the smallest
 * rate in whole cents that makes up the price, for the server to calculate with. Hours that cannot be
 * divided by are sent too, for the server to say what is wrong with them.
 */
export function hourlyQuestionOf(
  { salary: _found, ...others }: Question,
  typedHours: string,
  price: number,
): Question {
  const divisor = numberIn(typedHours, 'amount');
  const hours = divisor ?? '';
  const rate =
    divisor === undefined ? undefined : quotient(price, divisor, { decimals: 2, rounding: 'up' });
  return { ...others, hours, hourlyRate: rate ?? '0' };
}

/** The field before the person that a problem of the server belongs to. */
export function shownField(form: CalculatorForm, field: string): TextField | undefined {
  if (field !== 'price') return isTextField(field) ? field : undefined;
  // The server names the price also when it follows from other fields.
  if (form.direction === 'inHand') return 'salary';
  return form.tab === 'hourly' ? 'hourlyRate' : 'price';
}
