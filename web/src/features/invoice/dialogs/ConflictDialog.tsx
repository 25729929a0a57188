import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons } from '@/components/DialogButtons';
import { AppModal } from '@/components/AppModal';
import { m } from '@/paraglide/messages';
import type { Phase } from '../autosave/machine';
import type { Draft } from '../draft/draft';
import { clashId, type Clash } from '../draft/merge';
import { useDraft, useEditor } from '../editor';
import classes from './ConflictDialog.module.css';
import { clashName, clashValue } from './clashTexts';

type Side = 'mine' | 'theirs';
type Conflict = Extract<Phase, { kind: 'conflict' }>;

interface Props {
  conflict: Conflict;
  onClose: () => void;
}

/** Both values of everything that two sides changed, to choose from. */
export function ConflictDialog({ conflict: { clashes, theirs }, onClose }: Props) {
  const { engine } = useEditor();
  const mine = useDraft((draft) => draft);
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (clash: Clash) => sides[clashId(clash)] ?? 'mine';
  const all = (side: Side) =>
    setSides(Object.fromEntries(clashes.map((clash) => [clashId(clash), side])));
  const save = () => {
    engine.resolve(new Set(clashes.filter((clash) => sideOf(clash) === 'theirs').map(clashId)));
    onClose();
  };
  return (
    <AppModal opened onClose={onClose} size="xl" title={m.invoice_conflict_title()}>
      <Stack>
        <Text>{m.invoice_conflict_body()}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => all('mine')}>
            {m.invoice_conflict_all_mine()}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => all('theirs')}>
            {m.invoice_conflict_all_theirs()}
          </Button>
        </Group>
        <Table className={classes.table} aria-label={m.invoice_conflict_title()}>
          <Table.Tbody>
            {clashes.map((clash) => (
              <ClashLine
                key={clashId(clash)}
                clash={clash}
                mine={mine}
                theirs={theirs}
                side={sideOf(clash)}
                onChoose={(side) => setSides({ ...sides, [clashId(clash)]: side })}
              />
            ))}
          </Table.Tbody>
        </Table>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {m.invoice_conflict_later()}
          </Button>
          <Button onClick={save} data-autofocus>
            {m.invoice_conflict_save()}
          </Button>
        </DialogButtons>
      </Stack>
    </AppModal>
  );
}

interface LineProps {
  clash: Clash;
  mine: Draft;
  theirs: Draft;
  side: Side;
  onChoose: (side: Side) => void;
}

function ClashLine({ clash, mine, theirs, side, onChoose }: LineProps) {
  const name = clashName(clash, mine, theirs);
  const choice = (value: Side, heading: string, draft: Draft) => (
    <Radio
      className={classes.choice}
      name={clashId(clash)}
      value={value}
      checked={side === value}
      onChange={() => onChoose(value)}
      label={heading}
      aria-label={`${name}: ${heading}: ${clashValue(clash, draft)}`}
      description={clashValue(clash, draft)}
    />
  );
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{choice('mine', m.invoice_conflict_mine(), mine)}</Table.Td>
      <Table.Td>{choice('theirs', m.invoice_conflict_theirs(), theirs)}</Table.Td>
    </Table.Tr>
  );
}
