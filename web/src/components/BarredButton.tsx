import { Button, Group, Stack, Text, type ButtonProps } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './BarredButton.module.css';

interface Props extends Omit<ButtonProps, 'w'> {
  type?: 'button' | 'submit';
  /** Why it cannot be clicked now; it can where this is undefined. */
  reason: string | undefined;
  /** Not of a button that submits its form. */
  onClick?: () => void;
  /** What is shown between the button and the reason. */
  beneath?: ReactNode;
}

/** A button that says why it is disabled. It stays reachable, so that the reason can be heard. */
export function BarredButton({ reason, onClick, beneath, ...button }: Props) {
  const reasonId = useId();
  const barred = reason !== undefined;
  return (
    <Stack gap={4} maw={420}>
      <Button
        {...button}
        w="fit-content"
        {...(barred && { 'data-disabled': true })}
        aria-disabled={barred}
        aria-describedby={barred ? reasonId : undefined}
        onClick={(event) => {
          if (barred) event.preventDefault();
          else onClick?.();
        }}
      />
      {beneath}
      {barred && (
        <Group gap={6} wrap="nowrap" align="flex-start" id={reasonId}>
          <IconLock size={16} aria-hidden="true" className={classes.lock} />
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
