import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FieldGroup.module.css';

interface Props {
  title: string;
  help?: string;
  columns: 1 | 2 | 3;
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
