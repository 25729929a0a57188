import type { Info } from '@/api/info';
import type { Readiness } from '@/api/readiness';
import { Later } from '@/components/Later';
import { Figures } from './Figures';
import { MoneyCharts } from './MoneyCharts';
import { NextStep } from './NextStep';
import { UnpaidBills } from './UnpaidBills';

interface Props {
  info: Info;
  readiness: Readiness | undefined;
  personId: string;
}

/** What is below the money, after it: a phone loads and draws the page in parts, and answers in between. */
export function Details({ info, readiness, personId }: Props) {
  return (
    <Later height={400}>
      <NextStep info={info} readiness={readiness} />
      <UnpaidBills info={info} />
      <MoneyCharts invoiced={info.datePrices} paid={info.salaryPrices} />
      <Figures info={info} readiness={readiness} personId={personId} />
    </Later>
  );
}
