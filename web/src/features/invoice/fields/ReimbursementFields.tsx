import { Checkbox } from '@mantine/core';
import { useSession } from '@/api/session';
import { m } from '@/paraglide/messages';
import type { Draft } from '../draft/draft';
import { withBilledReimbursements } from '../draft/edits';
import { useDraft, useEditor, useLocked, useProblem } from '../editor';

/** Whether and how the customer pays travel and expenses. An employee's are always the provider's. */
export function ReimbursementFields() {
  const { engine } = useEditor();
  const worker = useSession()?.personSettings.workerType === 'WORKER';
  const billed = useDraft((draft) => draft.billReimbursementsFromCustomer);
  const separate = useDraft((draft) => draft.separateReimbursements);
  const construction = useDraft((draft) => draft.constructionReimbursements);
  const reverse = useDraft((draft) => draft.inverseALV);
  const change = (edit: (draft: Draft) => Draft) =>
    engine.edit(edit, 'billReimbursementsFromCustomer', 'constructionReimbursements');
  if (worker) return null;
  return (
    <>
      <Choice
        place="billReimbursementsFromCustomer"
        label={m.invoice_bill_reimbursements()}
        help={m.invoice_bill_reimbursements_help()}
        checked={billed}
        onChange={(checked) => change((draft) => withBilledReimbursements(draft, checked))}
      />
      {billed && (
        <Choice
          place="separateReimbursements"
          label={m.invoice_separate_reimbursements()}
          help={m.invoice_separate_reimbursements_help()}
          checked={separate}
          onChange={(checked) => change((draft) => ({ ...draft, separateReimbursements: checked }))}
        />
      )}
      {billed && reverse && (
        <Choice
          place="constructionReimbursements"
          label={m.invoice_construction_reimbursements()}
          help={m.invoice_construction_reimbursements_help()}
          checked={construction}
          onChange={(checked) =>
            change((draft) => ({ ...draft, constructionReimbursements: checked }))
          }
        />
      )}
    </>
  );
}

interface ChoiceProps {
  place: string;
  label: string;
  help: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Choice({ place, label, help, checked, onChange }: ChoiceProps) {
  const locked = useLocked();
  return (
    <Checkbox
      label={label}
      description={help}
      data-place={place}
      disabled={locked}
      error={useProblem(place)}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
