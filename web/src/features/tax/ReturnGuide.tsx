import { Anchor, Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import type { TaxInfo } from '@/api/info';
import { Panel } from '@/components/Panel';
import { HelpLink } from '@/domain/help/HelpLink';
import { total } from '@/lib/format/exact';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import classes from './Tax.module.css';

/** The Tax Administration's own guide, which is right where this one is not. */
const OFFICIAL = {
  fi: 'https://www.vero.fi/veroilmoitus',
  en: 'https://www.vero.fi/en/individuals/tax-cards-and-tax-returns/',
} as const;

interface Step {
  /** The name of the field in the tax return. */
  readonly field: string;
  readonly amount?: Decimal;
  /** The figure is there already and is compared; otherwise one writes it oneself. */
  readonly filledIn: boolean;
  readonly what: string;
}

function stepsOf(info: TaxInfo, entrepreneur: boolean, provider: string): Step[] {
  const contributions = total([info.pensionContributions, info.unemploymentContributions]);
  return [
    {
      field: m.tax_field_wages(),
      amount: info.wages,
      filledIn: true,
      what: m.tax_field_wages_what({ provider }),
    },
    {
      field: m.tax_field_withheld(),
      amount: info.taxWithheld,
      filledIn: true,
      what: m.tax_field_withheld_what(),
    },
    ...(Number(contributions) === 0
      ? []
      : [
          {
            field: m.tax_field_contributions(),
            amount: contributions,
            filledIn: true,
            what: m.tax_field_contributions_what(),
          },
        ]),
    ...(info.taxFreeReimbursements === 0
      ? []
      : [
          {
            field: m.tax_field_free(),
            amount: info.taxFreeReimbursements,
            filledIn: true,
            what: m.tax_field_free_what(),
          },
        ]),
    ...(entrepreneur
      ? [
          {
            field: m.tax_field_yel(),
            ...(info.yelContributions > 0 && { amount: info.yelContributions }),
            filledIn: false,
            what: m.tax_field_yel_what(),
          },
        ]
      : []),
    { field: m.tax_field_expenses(), filledIn: false, what: m.tax_field_expenses_what() },
    { field: m.tax_field_commuting(), filledIn: false, what: m.tax_field_commuting_what() },
  ];
}

interface Props {
  info: TaxInfo;
  /** Insured under YEL, which is the worker's own matter. */
  entrepreneur: boolean;
}

/** What to compare and what to write in the tax return, by the names of its fields. */
export function ReturnGuide({ info, entrepreneur }: Props) {
  const language = useLanguage();
  const { data: app } = useQuery(appInfoQuery);
  const steps = stepsOf(info, entrepreneur, app?.providerName ?? '');
  return (
    <Panel padding="lg" title={m.tax_guide()}>
      <Text c="dimmed" maw={640}>
        {m.tax_guide_intro()}
      </Text>
      <ol className={classes.guide}>
        {steps.map(({ field, amount, filledIn, what }) => (
          <li key={field}>
            <Group gap="xs">
              <Text fw={650}>{field}</Text>
              <Badge variant="light" color={filledIn ? 'petrol' : 'yellow'}>
                {filledIn ? m.tax_filled_in() : m.tax_write_yourself()}
              </Badge>
            </Group>
            <span className={classes.amount}>{amount !== undefined && formatMoney(amount)}</span>
            <Text className={classes.what}>{what}</Text>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" maw={640} mb="xs">
        {m.tax_guide_fee()}
      </Text>
      <Text size="sm" c="dimmed" maw={640} mb="xs">
        {m.tax_guide_official()}{' '}
        <Anchor href={OFFICIAL[language]} target="_blank" rel="noopener" inherit underline="always">
          {m.tax_guide_official_link()}
          <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
        </Anchor>
      </Text>
      <HelpLink topic={entrepreneur ? 'yel' : 'tyel'} />
    </Panel>
  );
}
