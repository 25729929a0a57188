import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { billSummaryQuery, type BillBody } from '@/api/bills';
import { useSession } from '@/api/session';
import { remembered } from '@/lib/remembered';
import { bodyOf, rowBodyOf, sendableRows, type Draft, type DraftRow } from '../draft/draft';
import { totalUnits } from '../draft/rows';
import { useDraft, useMachine } from '../editor';
import { givenToOthers } from '../sharing/division';
import { useSharedBill } from '../sharing/useSharedBill';

const PAUSE_IN_TYPING_MS = 300;

/** What a row pays, and nothing else: typing a description asks nothing anew. */
const rowQuestion = remembered((row: DraftRow): string =>
  JSON.stringify(
    // What is not one number yet is left out.
    rowBodyOf({ ...row, destination: '', collapsed: false }),
  ),
);

/** What the salary depends on, as text: equal texts have equal answers. */
const questionOf = remembered((draft: Draft): string | undefined => {
  if (draft.rows.every((row) => totalUnits(row) === undefined)) return undefined;
  const { billingdate, alv, creditOf } = bodyOf({ ...draft, rows: [] });
  const { inverseALV, billReimbursementsFromCustomer } = draft;
  const { separateReimbursements, constructionReimbursements } = draft;
  const bill = {
    creditOf,
    billingdate,
    alv,
    inverseALV,
    billReimbursementsFromCustomer,
    separateReimbursements,
    constructionReimbursements,
  };
  const rows = sendableRows(draft).map(rowQuestion).join(',');
  return `${JSON.stringify(bill).slice(0, -1)},"billableitems":[${rows}]}`;
});

/** What the bill on the screen would pay. Until a new answer comes, the last one stands. */
export function useSummary() {
  const employed = useSession()?.personSettings.workerType === 'WORKER';
  const asked = useDraft(questionOf);
  const credits = useDraft(({ creditOf }) => creditOf !== null);
  const savedId = useMachine(({ base }) => base?.bill.id);
  const given = givenToOthers(useSharedBill());
  const [settled] = useDebouncedValue(asked, PAUSE_IN_TYPING_MS);
  const question = settled === undefined ? undefined : (JSON.parse(settled) as BillBody);
  const query = useQuery({
    // By its id the server knows what of a bill was agreed with others, and what a credit note takes back.
    ...billSummaryQuery(
      question && { ...question, ...given },
      credits || Object.keys(given).length > 0 ? savedId : undefined,
    ),
    placeholderData: keepPreviousData,
  });
  return {
    employed,
    /** The bill takes money back, so that the figures are what a salary is less by. */
    credits,
    /** Undefined while nothing has a price. */
    summary: question === undefined ? undefined : query.data,
    isEmpty: asked === undefined,
    /** The figures are of what was typed before. */
    late: asked !== settled || query.isPlaceholderData || query.isFetching,
    error: question === undefined ? null : query.error,
    retry: () => void query.refetch(),
  };
}

export type SalarySummary = ReturnType<typeof useSummary>;
