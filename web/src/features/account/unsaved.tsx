import { Button, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { DialogButtons } from '@/components/DialogButtons';
import { AppModal } from '@/components/AppModal';
import { m } from '@/paraglide/messages';

type Report = (section: string, unsaved: boolean) => void;

const Reporting = createContext<Report>(() => undefined);

/** Tells the page whether the section has something that would be lost by leaving. */
export function useUnsaved(unsaved: boolean) {
  const id = useId();
  const report = useContext(Reporting);
  useEffect(() => {
    report(id, unsaved);
    return () => report(id, false);
  }, [id, report, unsaved]);
}

/** Asks before the page is left with something unsaved in one of its sections. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [sections, setSections] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<Report>((section, unsaved) => {
    setSections((before) => {
      if (before.has(section) === unsaved) return before;
      const others = [...before].filter((one) => one !== section);
      return new Set(unsaved ? [...others, section] : others);
    });
  }, []);
  const unsaved = sections.size > 0;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <Reporting value={report}>
      {children}
      <AppModal
        opened={status === 'blocked'}
        onClose={() => reset?.()}
        title={m.account_leave_title()}
      >
        <Text>{m.account_leave_body()}</Text>
        <DialogButtons mt="md">
          <Button variant="default" onClick={proceed}>
            {m.account_leave_confirm()}
          </Button>
          <Button onClick={reset} data-autofocus>
            {m.account_leave_stay()}
          </Button>
        </DialogButtons>
      </AppModal>
    </Reporting>
  );
}
