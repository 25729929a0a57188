import type { ReactNode } from 'react';
import classes from './Facts.module.css';

interface Fact {
  readonly name: string;
  /** Null, false and the empty text: the fact is left out. */
  readonly value: ReactNode;
}

/** Names and values in two columns, close together. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(
          ({ value }) => value !== null && value !== undefined && value !== false && value !== '',
        )
        .map(({ name, value }) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
