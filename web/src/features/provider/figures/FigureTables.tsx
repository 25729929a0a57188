import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Figure, FiguresTable } from '@/api/figures';
import { Panel } from '@/components/Panel';
import { StateBadge } from '@/components/StateBadge';
import { DataTable, type Column } from '@/components/list/DataTable';
import { m } from '@/paraglide/messages';
import { CERTAINTIES, figureName, stepText } from './figureWords';

type Line = Pick<Figure, 'name' | 'unit'> & { readonly step: Figure['steps'][number] };

/** A line for each value: a figure that changes within the year has several. */
function linesOf({ figures }: FiguresTable): readonly Line[] {
  return figures.flatMap(({ name, unit, steps }) => steps.map((step) => ({ name, unit, step })));
}

/** Made anew for the language of the moment. */
function columns(): readonly [Column<Line>, ...Column<Line>[]] {
  return [
    { name: m.figures_figure(), cell: ({ name }) => figureName(name) },
    { name: m.figures_value(), numeric: true, cell: ({ unit, step }) => stepText(unit, step) },
    {
      name: m.figures_certainty(),
      cell: ({ step }) => <StateBadge state={CERTAINTIES[step.certainty]} />,
    },
    { name: m.figures_source(), from: 'sm', cell: ({ step }) => step.source },
  ];
}

function titleOf({ year, validFrom, isAdded }: FiguresTable): string {
  const days = validFrom.startsWith('01.01.') ? `${year}` : m.figures_from({ year, validFrom });
  return isAdded ? m.figures_added_table({ days }) : days;
}

/** One table at a time, the newest first. */
export function FigureTables({ tables }: { tables: readonly FiguresTable[] }) {
  const [chosen, setChosen] = useState<string>();
  const table = tables.find(({ validFrom }) => validFrom === chosen) ?? tables[0];
  return (
    <Panel title={m.figures_tables()} framed={false}>
      {table === undefined ? (
        <Text c="dimmed">{m.figures_tables_none()}</Text>
      ) : (
        <Stack gap="sm">
          <NativeSelect
            size="md"
            maw={320}
            label={m.figures_year()}
            value={table.validFrom}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={tables.map((one) => ({ value: one.validFrom, label: titleOf(one) }))}
          />
          <DataTable
            caption={m.figures_of_year({ year: table.year })}
            items={linesOf(table)}
            keyOf={({ name, step }) => `${name} ${step.from ?? ''}`}
            columns={columns()}
            stacked
            leading
          />
        </Stack>
      )}
    </Panel>
  );
}
