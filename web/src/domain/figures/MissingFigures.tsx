import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MissingFigure } from '@/api/figures';
import { m } from '@/paraglide/messages';

function textOf({ kind, year, half, from }: MissingFigure): string {
  return kind === 'YEAR'
    ? m.figures_missing_year({ year, from })
    : m.figures_missing_rate({ half: half ?? 1, year, from });
}

interface Props {
  missing: readonly MissingFigure[];
  /** What leads to where they are added. */
  children?: ReactNode;
}

/** Statutory figures that somebody has to add, and by when; nothing where none is missing. */
export function MissingFigures({ missing, children }: Props) {
  if (missing.length === 0) return null;
  return (
    <Alert
      color="yellow"
      title={m.figures_missing()}
      icon={<IconAlertTriangle aria-hidden="true" />}
    >
      <List size="sm">
        {missing.map((one) => (
          <List.Item key={`${one.kind} ${one.from}`}>{textOf(one)}</List.Item>
        ))}
      </List>
      {children}
    </Alert>
  );
}
