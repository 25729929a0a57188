import { Text } from '@mantine/core';
import type { FiguresAddition } from '@/api/figures';
import { Panel } from '@/components/Panel';
import { DataTable } from '@/components/list/DataTable';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import { valueText } from './figureWords';

function nameOf({ kind, year, half, percent }: FiguresAddition): string {
  if (kind === 'YEAR') return m.figures_of_year({ year });
  const rate = valueText('PERCENT', percent ?? '');
  return `${m.figures_rate_of({ half: half ?? 1, year })}: ${rate}`;
}

/** What was added, by whom and when. */
export function Additions({ additions }: { additions: readonly FiguresAddition[] }) {
  return (
    <Panel title={m.figures_additions()} framed={false}>
      {additions.length === 0 && <Text c="dimmed">{m.figures_additions_none()}</Text>}
      {additions.length > 0 && (
        <DataTable
          caption={m.figures_additions()}
          items={additions}
          keyOf={({ version }) => `${version}`}
          columns={[
            { name: m.figures_figure(), cell: nameOf },
            { name: m.providerpeople_valid_from(), cell: ({ validFrom }) => validFrom },
            { name: m.providerpeople_made_by(), cell: ({ madeBy }) => madeBy },
            { name: m.providerpeople_made_at(), cell: ({ madeAt }) => formatInstant(madeAt) },
          ]}
        />
      )}
    </Panel>
  );
}
