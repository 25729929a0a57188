import { Group, type GroupProps } from '@mantine/core';
import classes from './DialogButtons.module.css';

/** The buttons of a dialog, last the one that goes on. On a phone they stand below each other, as wide as the dialog. */
export function DialogButtons({ children, mt = 0 }: Pick<GroupProps, 'children' | 'mt'>) {
  return (
    <Group justify="flex-end" gap="sm" mt={mt} className={classes.buttons}>
      {children}
    </Group>
  );
}
