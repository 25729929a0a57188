import type { components } from '@/api/schema';
import { shifted, difference, quotient } from '@/lib/format/exact';
import { formatMoney, takenOff } from '@/lib/format/money';
import { numberIn } from '@/lib/number';

type Question = components['schemas']['Question'];
type Summary = components['schemas']['CalculatedSalary'];
type Field = 'price' | 'tax';

/** The answer follows the typing after this pause. */
const PAUSE_MS = 250;
/** The bar is so wide, as the server draws it. */
const BAR = 1000;

/** The question of the form, or the fields that cannot be read. */
function questionOf(
  fields: FormData,
  { vat, highestTax }: DOMStringMap,
): Question | readonly Field[] {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const price = numberIn(text('price'), 'price');
  const tax = numberIn(text('tax'), 'percent');
  const wrong: Field[] = [];
  if (price === undefined) wrong.push('price');
  if (tax === undefined || Number(tax) < 0 || Number(tax) > Number(highestTax)) wrong.push('tax');
  if (price === undefined || tax === undefined || wrong.length > 0) return wrong;
  return {
    price,
    taxPercent: shifted(tax, -2),
    alv: vat ?? '0',
    workerType: text('work'),
  };
}

/** Answers while one types. Without this script the form asks the server for a whole page. */
export function startCalculator(form: HTMLFormElement) {
  let asked: AbortController | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const ask = async () => {
    asked?.abort();
    const question = questionOf(new FormData(form), form.dataset);
    const wrong = isWrong(question) ? question : [];
    showFaults(form, wrong);
    if (isWrong(question)) return;
    asked = new AbortController();
    const { signal } = asked;
    try {
      const response = await fetch('/api/calc', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
        signal,
      });
      const body: unknown = await response.json();
      if (response.ok) showAnswer(form, body as Summary);
      else showFaults(form, refusedFields(body), response.status !== 422);
    } catch {
      if (!signal.aborted) showFaults(form, [], true);
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(() => void ask(), PAUSE_MS);
  });
  form.addEventListener('submit', (event) => {
    // Without an answer in sight the server writes the page anew.
    if (form.parentElement?.querySelector('[data-answer]') === null) return;
    event.preventDefault();
    clearTimeout(pause);
    void ask();
  });
}

function isWrong(question: Question | readonly Field[]): question is readonly Field[] {
  return Array.isArray(question);
}

function refusedFields(body: unknown): readonly Field[] {
  const fields = (body as Partial<components['schemas']['Problem']>).fields ?? [];
  const named = new Set(fields.map(({ field }) => field));
  return [
    ...(named.has('price') ? (['price'] as const) : []),
    ...(named.has('taxPercent') ? (['tax'] as const) : []),
  ];
}

function showFaults(form: HTMLFormElement, wrong: readonly Field[], failed = false) {
  // What stands beside the fields was calculated from others then.
  const outdated = failed || wrong.length > 0;
  form.parentElement?.toggleAttribute('data-outdated', outdated);
  const previous = form.parentElement?.querySelector<HTMLElement>('[data-previous]');
  if (previous) previous.hidden = !outdated;
  for (const name of ['price', 'tax'] as const) {
    const input = form.querySelector<HTMLInputElement>(`#${name}`);
    const fault = form.querySelector<HTMLElement>(`#${name}-fault`);
    const isAtFault = wrong.includes(name);
    if (isAtFault) input?.setAttribute('aria-invalid', 'true');
    else input?.removeAttribute('aria-invalid');
    if (fault === null) continue;
    const text = form.dataset[name === 'price' ? 'wrongPrice' : 'wrongTax'] ?? '';
    fault.textContent = isAtFault ? text : '';
    fault.hidden = !isAtFault;
  }
  const told = form.querySelector<HTMLElement>('#failed');
  if (told === null) return;
  told.textContent = failed ? (form.dataset['failed'] ?? '') : '';
  told.hidden = !failed;
}

function showAnswer(form: HTMLFormElement, summary: Summary) {
  const card = form.parentElement;
  if (card === null) return;
  const amounts = summary as unknown as Record<string, number>;
  const salary = card.querySelector('[data-figure="salary"]');
  if (salary !== null) salary.textContent = formatMoney(summary.salary);
  for (const line of card.querySelectorAll<HTMLElement>('[data-line]')) {
    const amount = amounts[line.dataset['line'] ?? ''] ?? 0;
    const shown = line.querySelector('dd');
    if (shown !== null) {
      const sum = formatMoney(amount);
      shown.textContent = line.classList.contains('less') ? takenOff(sum) : sum;
    }
    line.hidden = amount === 0;
  }
  drawBar(card, summary);
}

function drawBar(card: Element, summary: Summary) {
  const whole = summary.totalBillingWithoutAlv;
  const statutory = difference(difference(whole, summary.salary), summary.serviceFee);
  const parts = { salary: summary.salary, statutory, serviceFee: summary.serviceFee };
  let from = 0;
  for (const [name, amount] of Object.entries(parts)) {
    const part = quotient(shifted(amount, 3), whole, { decimals: 0, rounding: 'nearest' });
    const width = Math.min(Number(part ?? 0), BAR - from);
    const drawn = card.querySelector(`[data-part="${name}"]`);
    drawn?.setAttribute('x', String(from));
    drawn?.setAttribute('width', String(width));
    from += width;
  }
}
