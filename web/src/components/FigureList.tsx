import type { ReactNode } from 'react';
import classes from './FigureList.module.css';

/** Figures with their names, one a line. */
export function FigureList({ children }: { children: ReactNode }) {
  return <dl className={classes.figures}>{children}</dl>;
}

interface Props {
  name: string;
  /** In smaller letters under the figure. */
  note?: string;
  children: ReactNode;
}

export function Figure({ name, note, children }: Props) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note !== undefined && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}
