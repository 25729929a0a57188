import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './Disclosure.module.css';

interface Props {
  title: ReactNode;
  /** Written like the title of a group of fields. */
  large?: boolean;
  open: boolean;
  onChange: (open: boolean) => void;
  children: ReactNode;
}

/** A button that shows and hides what is below it. */
export function Disclosure({ title, large = false, open, onChange, children }: Props) {
  const id = useId();
  return (
    <div>
      <UnstyledButton
        className={classes.toggle}
        data-large={large || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onChange(!open)}
      >
        <span>{title}</span>
        <IconChevronDown size={20} aria-hidden="true" className={classes.chevron} />
      </UnstyledButton>
      <Collapse id={id} expanded={open}>
        {children}
      </Collapse>
    </div>
  );
}
