import type { TaxInfo } from '@/api/info';
import { Figure, FigureList } from '@/components/FigureList';
import { Panel } from '@/components/Panel';
import { formatCount, formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Tax.module.css';

interface Group {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

const kilometres = (count: number) => m.tax_kilometers_count({ count: formatCount(count) });

/** Every figure of the year, in three groups. */
function groupsOf(info: TaxInfo): Group[] {
  return [
    {
      title: m.tax_wages_title(),
      lines: [
        [m.tax_wages(), formatMoney(info.wages)],
        [m.tax_withheld(), formatMoney(info.taxWithheld)],
        [m.tax_pension(), formatMoney(info.pensionContributions)],
        [m.tax_unemployment(), formatMoney(info.unemploymentContributions)],
        ...(info.yelContributions === 0
          ? []
          : [[m.tax_yel(), formatMoney(info.yelContributions)] as const]),
        [m.tax_salaries(), formatCount(info.salaries)],
      ],
    },
    {
      title: m.tax_kilometers_title(),
      lines: [
        [m.tax_kilometers(), kilometres(info.kilometers)],
        [m.tax_kilometers_per_job(), kilometres(info.kilometersPerJob)],
        [m.tax_kilometers_days(), formatCount(info.numberDaysWithKilometers)],
        [m.tax_kilometers_paid(), formatMoney(info.kmReimbursemets)],
        [m.tax_kilometers_paid_per_job(), formatMoney(info.kmReimbursemetsPerJob)],
      ],
    },
    {
      title: m.tax_days_title(),
      lines: [
        [m.tax_full_days(), formatCount(info.fullDayCompensations)],
        [m.tax_partial_days(), formatCount(info.partialDayCompensations)],
        [m.tax_meals(), formatCount(info.lunchCompensations)],
        [m.tax_foreign(), formatMoney(info.foreignAllowances)],
        [m.tax_living(), formatMoney(info.increasedlivingExpenses)],
        [m.tax_free_total(), formatMoney(info.taxFreeReimbursements)],
        [m.tax_receipts(), formatMoney(info.repaidReceipts)],
      ],
    },
  ];
}

export function TaxFigures({ info }: { info: TaxInfo }) {
  return (
    <div className={classes.columns}>
      {groupsOf(info).map((group) => (
        <FigureGroup key={group.title} group={group} />
      ))}
    </div>
  );
}

function FigureGroup({ group: { title, lines } }: { group: Group }) {
  return (
    <Panel padding="lg" title={title} size="h3">
      <FigureList>
        {lines.map(([name, value]) => (
          <Figure key={name} name={name}>
            {value}
          </Figure>
        ))}
      </FigureList>
    </Panel>
  );
}
