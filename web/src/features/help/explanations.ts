import type { CalculatorFigures, Question, Summary } from '@/api/calculator';
import type { HelpTopic } from '@/domain/help/topics';
import { invoicedLines, type LineChoice } from '@/domain/salary/lines';
import { difference, percentOfFraction } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

/** One calculation of an example: the server answers the question. */
export interface ExampleCase {
  readonly name: () => string;
  readonly question: (figures: CalculatorFigures) => Question;
  readonly lines: (summary: Summary) => readonly LineChoice[];
}

export interface WorkedExample {
  readonly intro: (inputs: { price: string; percent: string }) => string;
  readonly cases: readonly ExampleCase[];
  /** What follows from the answers, in the order of the cases. */
  readonly outcome?: (summaries: readonly Summary[]) => string;
}

interface TopicText {
  readonly paragraphs: readonly (() => string)[];
  readonly example: WorkedExample;
}

/** What the work of every example costs without VAT, and the tax rate of the card. */
export const PRICE = '1000';
export const TAX_RATE = '0.2';

/** The work with the general VAT, by a light entrepreneur with a tax card. */
function usual({ vatRates }: CalculatorFigures): Question {
  return {
    price: PRICE,
    alv: percentOfFraction(vatRates[0] ?? 0),
    taxPercent: TAX_RATE,
    age: '35',
    workerType: 'ENTREPRENEUR',
  };
}

const toNet: readonly LineChoice[] = [
  ['withoutVat', 'sum'],
  ['fee', 'less'],
  ['employerCosts', 'less'],
  ['rounding', 'less'],
  ['gross', 'sum'],
  ['tax', 'less'],
  ['tyel', 'less'],
  ['unemployment', 'less'],
  ['yel', 'less'],
];
const toAccount: readonly LineChoice[] = [...toNet, ['account', 'total']];

const withVat = (summary: Summary): readonly LineChoice[] => [
  ...invoicedLines(summary),
  ['account', 'total'],
];

const TAX_CARD: TopicText = {
  paragraphs: [m.help_tax_card_1, m.help_tax_card_2, m.help_tax_card_3],
  example: {
    intro: m.help_tax_card_example,
    cases: [
      { name: m.help_tax_card_with, question: usual, lines: () => toAccount },
      {
        name: m.help_tax_card_without,
        question: (figures) => ({ ...usual(figures), taxPercent: '' }),
        lines: () => toAccount,
      },
    ],
    outcome: ([card, none]) =>
      m.help_tax_card_outcome({
        amount: formatMoney(difference(card?.salary ?? 0, none?.salary ?? 0)),
      }),
  },
};

const TYEL: TopicText = {
  paragraphs: [m.help_tyel_1, m.help_tyel_2, m.help_tyel_3],
  example: {
    intro: m.help_tyel_example,
    cases: [
      {
        name: m.help_tyel_case,
        question: (figures) => ({ ...usual(figures), workerType: 'WORKER' }),
        lines: () => [
          ['withoutVat', 'sum'],
          ['fee', 'less'],
          ['employerCosts', 'less'],
          ['employerTyel', 'part'],
          ['rounding', 'less'],
          ['gross', 'sum'],
          ['tax', 'less'],
          ['tyel', 'less'],
          ['unemployment', 'less'],
          ['account', 'total'],
        ],
      },
    ],
    outcome: ([summary]) =>
      m.help_tyel_outcome({
        employer: formatMoney(summary?.employerTyel ?? 0),
        own: formatMoney(summary?.tyel ?? 0),
      }),
  },
};

const YEL: TopicText = {
  paragraphs: [m.help_yel_1, m.help_yel_2, m.help_yel_3],
  example: {
    intro: m.help_yel_example,
    cases: [
      {
        name: m.help_yel_self,
        question: (figures) => ({ ...usual(figures), yelInsured: true }),
        lines: () => toAccount,
      },
      {
        name: m.help_yel_service,
        question: (figures) => ({
          ...usual(figures),
          yelInsured: true,
          payYelThroughService: true,
        }),
        lines: () => toAccount,
      },
    ],
    outcome: ([, service]) => m.help_yel_outcome({ yel: formatMoney(service?.yel ?? 0) }),
  },
};

/** The usual calculation beside the same with another VAT. */
const besideUsual = (
  name: () => string,
  other: Pick<ExampleCase, 'name' | 'lines'>,
  alv: (figures: CalculatorFigures) => string,
): readonly ExampleCase[] => [
  { name, question: usual, lines: withVat },
  { ...other, question: (figures) => ({ ...usual(figures), alv: alv(figures) }) },
];

const VAT_RATE: TopicText = {
  paragraphs: [m.help_vat_rate_1, m.help_vat_rate_2, m.help_vat_rate_3],
  example: {
    intro: m.help_vat_rate_example,
    cases: besideUsual(
      m.help_vat_rate_general,
      { name: m.help_vat_rate_reduced, lines: withVat },
      ({ vatRates }) => percentOfFraction(vatRates[1] ?? 0),
    ),
    outcome: () => m.help_vat_rate_outcome(),
  },
};

const REVERSE_VAT: TopicText = {
  paragraphs: [m.help_reverse_vat_1, m.help_reverse_vat_2, m.help_reverse_vat_3],
  example: {
    intro: m.help_reverse_vat_example,
    cases: besideUsual(
      m.help_reverse_vat_usual,
      {
        name: m.help_reverse_vat_reversed,
        lines: () => [
          ['invoiced', 'sum'],
          ['account', 'total'],
        ],
      },
      () => '0',
    ),
    outcome: ([plain]) =>
      m.help_reverse_vat_outcome({
        vat: formatMoney(difference(plain?.totalBilling ?? 0, plain?.totalBillingWithoutAlv ?? 0)),
      }),
  },
};

const E_INVOICE: TopicText = {
  paragraphs: [m.help_e_invoice_1, m.help_e_invoice_2, m.help_e_invoice_3],
  example: {
    intro: m.help_e_invoice_example,
    cases: [{ name: m.help_e_invoice_case, question: usual, lines: withVat }],
  },
};

const ADVANCE: TopicText = {
  paragraphs: [m.help_advance_1, m.help_advance_2, m.help_advance_3],
  example: {
    intro: m.help_advance_example,
    cases: [
      {
        name: m.help_advance_case,
        question: (figures) => ({ ...usual(figures), afterHighestAdvance: true }),
        lines: () => [...toNet, ['reductions', 'less'], ['account', 'total']],
      },
    ],
    outcome: ([summary]) =>
      m.help_advance_outcome({
        advance: formatMoney(summary?.reductions ?? 0),
        rest: formatMoney(summary?.salary ?? 0),
      }),
  },
};

export const EXPLANATIONS: Readonly<Record<HelpTopic, TopicText>> = {
  'tax-card': TAX_CARD,
  tyel: TYEL,
  yel: YEL,
  'vat-rate': VAT_RATE,
  'reverse-vat': REVERSE_VAT,
  'e-invoice': E_INVOICE,
  advance: ADVANCE,
};
