import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FieldGroup.module.css';

interface Props {
  title: string;
  help?: string | undefined;
  /** Pairs become one column on a narrow screen; two columns stay. */
  columns: 1 | 2 | 3 | 'pairs';
  children: ReactNode;
}

/** Fields that belong together. */
export function FieldGroup({ title, help, columns, children }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{title}</legend>
      {help !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {help}
        </Text>
      )}
      <div className={classes.fields} data-columns={columns}>
        {children}
      </div>
    </fieldset>
  );
}

/** A field that takes the whole width of its group. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
