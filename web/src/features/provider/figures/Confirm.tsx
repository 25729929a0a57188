import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  useTakeFigures,
  type FigureDifference,
  type FiguresPreview,
  type NewFigures,
} from '@/api/figures';
import { ApiProblem, endedSession } from '@/api/problem';
import { focusWhenShown } from '@/components/focusWhenShown';
import { DataTable } from '@/components/list/DataTable';
import { tellProblem } from '@/components/tellProblem';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { figureName, stepText } from './figureWords';

function valueOf({ unit }: FigureDifference, figure: FigureDifference['after']): string {
  if (figure === null) return m.figures_no_value();
  return figure.steps.map((step) => stepText(unit, step)).join(', ');
}

interface Props {
  figures: NewFigures;
  preview: FiguresPreview;
  /** The figures are in use. */
  onTaken: () => void;
  /** Forgets the preview: it is not wanted, or no longer what would happen. */
  onCancel: () => void;
}

/** What new figures change, to take exactly that or to leave it. */
export function Confirm({ figures, preview, onTaken, onCancel }: Props) {
  const taking = useTakeFigures();
  const [all, setAll] = useState(false);
  const { differences, comparedWith, validFrom, seal } = preview;
  const changed = differences.filter((one) => one.changed);
  const onSuccess = () => {
    notifyText('success', m.figures_taken());
    onTaken();
  };
  const onError = (error: Error) => {
    tellProblem(error);
    // Without an answer nothing is known to be wrong with the preview.
    const refused = error instanceof ApiProblem && error.status !== undefined;
    if (refused && !endedSession(error)) onCancel();
  };
  return (
    <Stack gap="sm">
      {/* It takes the place of what had the focus, and is read from here. */}
      <Text tabIndex={-1} ref={focusWhenShown}>
        {comparedWith === null
          ? m.figures_valid_from({ validFrom })
          : m.figures_compared({ validFrom, year: comparedWith })}
      </Text>
      {changed.length === 0 && <Alert color="gray">{m.figures_nothing_changes()}</Alert>}
      {(changed.length > 0 || all) && (
        <DataTable
          caption={m.figures_difference()}
          items={all ? differences : changed}
          keyOf={({ name }) => name}
          columns={[
            { name: m.figures_figure(), cell: ({ name }) => figureName(name) },
            { name: m.figures_before(), numeric: true, cell: (one) => valueOf(one, one.before) },
            { name: m.figures_after(), numeric: true, cell: (one) => valueOf(one, one.after) },
          ]}
        />
      )}
      {changed.length < differences.length && (
        <Checkbox
          label={m.figures_show_unchanged({ count: differences.length - changed.length })}
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
      )}
      <Group>
        <Button
          loading={taking.isPending}
          onClick={() => taking.mutate({ figures, seal }, { onSuccess, onError })}
        >
          {m.figures_take()}
        </Button>
        <Button variant="default" disabled={taking.isPending} onClick={onCancel}>
          {m.dialog_cancel()}
        </Button>
      </Group>
    </Stack>
  );
}
