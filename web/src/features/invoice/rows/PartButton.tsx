import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { keyText } from '@/domain/bills/reasonText';
import type { DraftRow } from '../draft/draft';
import { placeOf } from '../draft/problems';
import { useEditor, useMachine } from '../editor';
import { partOf, type RowPart } from './openDialog';
import classes from './RowExtras.module.css';

interface PartProps {
  row: DraftRow;
  part: RowPart;
  name: string;
  /** Empty where nothing is filled in. */
  summary: string;
  icon: ReactNode;
  /** What is under way in it. */
  children?: ReactNode;
}

/** Opens a dialog of a row, and tells what is filled in and what is wrong there. */
export function PartButton({ row, part, name, summary, icon, children }: PartProps) {
  const { dialog } = useEditor();
  const problem = useProblemOfPart(row.id, part);
  const place = placeOf(row.id, part);
  return (
    <div className={classes.part}>
      <Button
        variant={summary === '' ? 'subtle' : 'light'}
        size="compact-md"
        data-place={place}
        aria-haspopup="dialog"
        leftSection={icon}
        classNames={{ root: classes.button, label: classes.label }}
        onClick={() => dialog.open({ rowId: row.id, part })}
      >
        {summary === '' ? name : `${name}: ${summary}`}
      </Button>
      {children}
      {problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {keyText(problem)}
        </Text>
      )}
    </div>
  );
}

/** The key of the first thing that is wrong in a dialog of the row. */
function useProblemOfPart(rowId: string, part: RowPart): string | undefined {
  return useMachine(({ problems }) => {
    const own = Object.keys(problems).filter((place) => place.startsWith(placeOf(rowId, '')));
    const place = own.find((one) => partOf(one.slice(rowId.length + 1)) === part);
    return place === undefined ? undefined : problems[place];
  });
}
