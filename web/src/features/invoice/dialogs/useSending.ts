import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { billKeys, type Bill, type validateBill } from '@/api/bills';
import { ApiProblem } from '@/api/problem';
import { EXPENSE_FIELDS } from '@/domain/bills/expenses';
import { problemText } from '@/domain/bills/problemText';
import { reasonText, type OtherBill } from '@/domain/bills/reasonText';
import { sharingPlace } from '@/domain/sharing/fieldOfSharing';
import { textOf } from '@/lib/notify/text';
import type { Engine } from '../autosave/engine';
import { missingFor } from '../autosave/machine';
import type { Draft } from '../draft/draft';
import { placeOf, placeOfPath, unreadable } from '../draft/problems';
import { TRIP_FIELDS } from '../draft/trip';
import { WORK_TIME_FIELDS } from '../draft/workTime';
import { useEditor } from '../editor';
import { missingOf } from '../focus';
import { unsavedReason } from '../SaveStatus';

/** One thing to correct: its place and its text. */
export interface Obstacle {
  readonly place: string;
  readonly text: string;
  /** The bill that stands in the way. */
  readonly other?: OtherBill | undefined;
}

type Remarks = Awaited<ReturnType<typeof validateBill>>['remarks'];

export type Readiness =
  | { readonly kind: 'checking' }
  | { readonly kind: 'ready'; readonly remarks: Remarks }
  /** Something must be corrected first, or confirmed where `overridable`. */
  | {
      readonly kind: 'faulty';
      readonly obstacles: readonly Obstacle[];
      readonly overridable: boolean;
      readonly remarks: Remarks;
    }
  /** No answer could be had: what is written could not be saved or checked. */
  | { readonly kind: 'unknown'; readonly reason: string };

const CHECKING: Readiness = { kind: 'checking' };

interface Fault {
  readonly field: string;
  readonly key: string;
  readonly reason: string;
}

function obstacle(fault: Fault, draft: Draft, bill?: Bill): Obstacle {
  return {
    place: sharingPlace(fault.field) ?? placeOfPath(fault.field, draft.rows),
    text: problemText(fault, bill),
  };
}

const FIELDS_TO_READ = [
  'date',
  'alvPrice',
  'price',
  'hourlyprice',
  'billableWorkHours',
  ...WORK_TIME_FIELDS,
  ...TRIP_FIELDS,
  ...EXPENSE_FIELDS,
];

/** What keeps the draft from being saved at all, so that the server cannot be asked yet. */
function ownObstacles(draft: Draft): Obstacle[] {
  const paths = new Map(
    draft.rows.flatMap((row, place) =>
      FIELDS_TO_READ.map((field) => [placeOf(row.id, field), `billableitems[${place}].${field}`]),
    ),
  );
  const fault = (field: string, key: string) =>
    obstacle({ field, key, reason: textOf(key) }, draft);
  const missing = (field: string, isMissing: boolean) =>
    isMissing ? [fault(field, 'validation.required')] : [];
  return [
    ...missing('sharedCustomer', draft.customer === null),
    ...missing('billingdate', draft.billingdate.trim() === ''),
    ...Object.entries(unreadable(draft)).map(([place, key]) =>
      fault(paths.get(place) ?? place, key),
    ),
    ...missing('billableitems', draft.rows.length === 0),
    ...draft.rows.flatMap((row, place) =>
      missingOf(row).map((field) =>
        fault(`billableitems[${place}].${field}`, `error.billableItem.missing.${field}`),
      ),
    ),
  ];
}

/** Saves what is on the screen and asks the server about it. */
async function readinessOf(engine: Engine, sharedBill: () => Bill | undefined): Promise<Readiness> {
  const saved = await engine.settle();
  const machine = engine.machine();
  if (missingFor(machine.draft) !== undefined) {
    return {
      kind: 'faulty',
      obstacles: ownObstacles(machine.draft),
      overridable: false,
      remarks: [],
    };
  }
  if (!saved) return { kind: 'unknown', reason: unsavedReason(machine) };
  try {
    const { valid, overridable, problems, remarks } = await engine.validate();
    if (valid) return { kind: 'ready', remarks };
    const { draft } = engine.machine();
    const obstacles = problems.map((problem) => ({
      ...obstacle({ ...problem, reason: reasonText(problem) }, draft, sharedBill()),
      other: problem.other ?? undefined,
    }));
    return { kind: 'faulty', obstacles, overridable, remarks };
  } catch (error) {
    const key = error instanceof ApiProblem ? error.errorKey : 'ERROR';
    return { kind: 'unknown', reason: textOf(key) };
  }
}

/** Whether the bill can be sent, asked when the dialog opens, and the sending itself. */
export function useSending() {
  const { engine } = useEditor();
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const sharedBill = () => {
    const bill = engine.machine().base?.bill;
    return queryClient.getQueryData<Bill>(billKeys.one(bill?.id ?? '')) ?? bill;
  };
  const { data, refetch } = useQuery({
    queryKey: ['bill-readiness', engine.machine().base?.bill.id],
    queryFn: () => readinessOf(engine, sharedBill),
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });

  /** Tells whether the bill is sent. */
  const send = async (leftOutFromHome: boolean): Promise<boolean> => {
    const problem = await engine.send(leftOutFromHome);
    if (problem === undefined && engine.machine().phase.kind === 'over') return true;
    setRefusal(problem && textOf(problem.errorKey));
    await refetch();
    return false;
  };
  return { readiness: data ?? CHECKING, refusal, send, checkAgain: () => void refetch() };
}
