import type { ReactNode } from 'react';
import classes from './Details.module.css';

interface Detail {
  readonly name: string;
  /** Null, false and the empty text: the detail is left out. */
  readonly value: ReactNode;
}

/** Names and values in two columns, close together. */
export function Details({ items }: { items: readonly Detail[] }) {
  return (
    <dl className={classes.details}>
      {items
        .filter(
          ({ value }) => value !== null && value !== undefined && value !== false && value !== '',
        )
        .map(({ name, value }) => (
          <div key={name} className={classes.detail}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
