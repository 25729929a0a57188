import {
  autoUpdate,
  flip,
  offset,
  safePolygon,
  shift,
  useClick,
  useDismiss,
  useFloating,
  useFocus,
  useHover,
  useInteractions,
  useRole,
} from '@floating-ui/react';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import classes from './Explained.module.css';

interface Props {
  label: string;
  explanation: string;
}

/**
 * Words that explain themselves when pointed at, tapped or reached with the keyboard. The pointer
 * may move onto the explanation, and Escape closes it.
 */
export function Explained({ label, explanation }: Props) {
  const [open, setOpen] = useState(false);
  const [reference, setReference] = useState<HTMLElement | null>(null);
  const [floating, setFloating] = useState<HTMLElement | null>(null);
  const { floatingStyles, context } = useFloating({
    elements: { reference, floating },
    open,
    onOpenChange: setOpen,
    placement: 'top-start',
    strategy: 'fixed',
    whileElementsMounted: autoUpdate,
    middleware: [offset(6), flip({ padding: 72 }), shift({ padding: 12 })],
  });
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, { handleClose: safePolygon(), delay: { open: 120 } }),
    useFocus(context, { visibleOnly: false }),
    // Some browsers neither point at nor focus what a finger taps.
    useClick(context, { toggle: false }),
    useDismiss(context),
    useRole(context, { role: 'tooltip' }),
  ]);
  return (
    <>
      <UnstyledButton ref={setReference} className={classes.label} {...getReferenceProps()}>
        {label}
      </UnstyledButton>
      {open && (
        <div
          ref={setFloating}
          style={floatingStyles}
          className={classes.explanation}
          {...getFloatingProps()}
        >
          {explanation}
        </div>
      )}
    </>
  );
}
