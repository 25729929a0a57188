import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { KeyHint } from './KeyHint';

interface Props extends Pick<ButtonProps, 'leftSection' | 'size'> {
  name: string;
  /** What a key of the page does the same, as the keyboard names it. */
  keyName: string;
  main?: boolean | undefined;
  /** Why it cannot be done now. */
  reason: string | undefined;
  busy: boolean;
  run: () => void;
}

/** A button with its key. One that cannot be done stays reachable, so that its reason can be read and heard. */
export function KeyButton({ name, keyName, main, reason, busy, run, ...others }: Props) {
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        size="sm"
        variant={main === true ? 'filled' : 'default'}
        rightSection={<KeyHint name={keyName.toUpperCase()} />}
        {...others}
        {...(reason !== undefined && { 'data-disabled': true })}
        aria-disabled={reason !== undefined}
        aria-description={reason}
        aria-keyshortcuts={keyName.toUpperCase()}
        loading={busy}
        onClick={() => {
          if (reason === undefined) run();
        }}
      >
        {name}
      </Button>
    </Tooltip>
  );
}
