import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FormGroup.module.css';

interface Props {
  title: string;
  help?: string | undefined;
  children: ReactNode;
}

/** Fields that belong together, two beside each other where there is room. */
export function FormGroup({ title, help, children }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{title}</legend>
      {help !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {help}
        </Text>
      )}
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}

/** A field that takes the whole width of its group. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
