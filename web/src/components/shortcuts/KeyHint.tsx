import { Kbd } from '@mantine/core';
import classes from './KeyHint.module.css';

/** The key that does what a button does; not shown to a finger. */
export function KeyHint({ name }: { name: string }) {
  return (
    <Kbd size="xs" className={classes.hint}>
      {name}
    </Kbd>
  );
}
