import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconEye, IconKeyboard, IconSend } from '@tabler/icons-react';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Bill } from '@/api/bills';
import { useReadiness } from '@/api/readiness';
import { billName } from '@/domain/bills/billWords';
import { BillProgress } from '@/domain/bills/BillProgress';
import { BillStatus } from '@/domain/bills/BillStatus';
import { missingDetails } from '@/domain/readiness/needs';
import { PageTitle } from '@/components/PageTitle';
import { notify } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { BillActionBar } from './BillActionBar';
import { ConflictDialog } from './dialogs/ConflictDialog';
import { SendDialog } from './dialogs/SendDialog';
import { ShortcutsDialog } from './dialogs/ShortcutsDialog';
import { useEditor, useLocked, useMachine } from './editor';
import classes from './EditorView.module.css';
import { BillFields } from './fields/BillFields';
import { firstToFill, focusPlace } from './focus';
import { BillNotice, ReturnedNotice } from './Notices';
import { PreviewBeside, PreviewDialog } from './preview/Preview';
import { usePreview } from './preview/usePreview';
import { UploadGuard } from './receipts/UploadGuard';
import { RowsSection } from './rows/RowsSection';
import { SalaryOfSentBill } from './SalaryOfSentBill';
import { SaveStatus } from './SaveStatus';
import { SummaryPanel } from './summary/SummaryPanel';

type Dialog = 'send' | 'shortcuts' | 'conflict' | undefined;

/** Whether a key press belongs to a text field. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}

/** A clash opens its question by itself, once; closed, it waits behind the status line. */
function useDialog() {
  const phase = useMachine((machine) => machine.phase);
  const conflict = phase.kind === 'conflict' ? phase : undefined;
  const [dialog, setDialog] = useState<Dialog>();
  const [seen, setSeen] = useState(conflict?.clashes);
  if (conflict !== undefined && conflict.clashes !== seen) {
    setSeen(conflict.clashes);
    setDialog('conflict');
  }
  return { dialog, setDialog, conflict };
}

interface Props {
  /** What else there is to say about the bill, above it. */
  notices: React.ReactNode;
}

/** One bill: its fields and rows, and beside them what it pays. */
export function EditorView({ notices }: Props) {
  const bill = useMachine(({ base }) => base?.bill);
  const locked = useLocked();
  const { dialog, setDialog, conflict } = useDialog();
  const navigate = useNavigate();
  const preview = usePreview();
  const readiness = useReadiness();
  const close = () => setDialog(undefined);
  useFirstField(locked);

  useWindowEvent('keydown', (event) => {
    if (isInDialog(event.target)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !locked) {
      event.preventDefault();
      setDialog('send');
    }
    if (event.key === '?' && !isWriting(event.target)) setDialog('shortcuts');
  });
  const sent = () => {
    notify('success', 'APROVE_REQUEST_SUCCESS');
    // The page of the bill says what its salary waits for, and takes it.
    if (readiness !== undefined && missingDetails(readiness).length > 0) {
      close();
      window.scrollTo({ top: 0 });
    } else void navigate({ to: '/invoices' });
  };
  return (
    <Stack gap="md">
      <Heading
        previewing={preview.open}
        onPreview={() => preview.setOpen(!preview.open)}
        onResolve={() => setDialog('conflict')}
        onShortcuts={() => setDialog('shortcuts')}
      />
      {notices}
      {bill !== undefined && <ReturnedNotice bill={bill} />}
      {bill !== undefined && <BillNotice bill={bill} />}
      {bill !== undefined && <BillProgress bill={bill} />}
      {bill !== undefined && <SalaryOfSentBill bill={bill} />}
      <div
        className={classes.workspace}
        data-locked={locked || undefined}
        data-side-by-side={(preview.wide && preview.open) || undefined}
        title={locked ? m.invoice_locked() : undefined}
      >
        <Writing onSend={() => setDialog('send')} />
        <div className={classes.beside}>
          <SummaryPanel />
        </div>
        {preview.wide && preview.open && (
          <div className={classes.preview}>
            <PreviewBeside />
          </div>
        )}
      </div>
      {!preview.wide && preview.open && <PreviewDialog onClose={() => preview.setOpen(false)} />}
      <UploadGuard />
      {dialog === 'send' && <SendDialog onSent={sent} onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog === 'conflict' && conflict !== undefined && (
        <ConflictDialog conflict={conflict} onClose={close} />
      )}
    </Stack>
  );
}

/** A bill that opens has the focus where writing goes on. A dialog that opened with it keeps the focus. */
function useFirstField(locked: boolean) {
  const { engine } = useEditor();
  const focusFirst = useEffectEvent(() => {
    const place = firstToFill(engine.machine().draft);
    const inDialog = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
    if (place !== undefined && !locked && !inDialog) focusPlace(place);
  });
  useEffect(() => focusFirst(), []);
}

/** What is written, and below it what to do with it. */
function Writing({ onSend }: { onSend: () => void }) {
  const bill = useMachine(({ base }) => base?.bill);
  const locked = useLocked();
  const leave = useLeave();
  return (
    <div className={classes.writing}>
      <BillFields />
      <RowsSection />
      <Group justify="space-between" gap="sm" className={classes.actions}>
        <Group gap="xs">
          {!locked && (
            <Button leftSection={<IconSend size={18} aria-hidden="true" />} onClick={onSend}>
              {m.bills_action_send()}
            </Button>
          )}
          <Button variant="default" onClick={leave}>
            {m.invoice_close()}
          </Button>
        </Group>
        {bill !== undefined && <BillActionBar bill={bill} />}
      </Group>
    </div>
  );
}

/** Back to where the person came from, or to the list where the bill was opened directly. */
function useLeave() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: '/invoices' });
  };
}

interface HeadingProps {
  previewing: boolean;
  onPreview: () => void;
  onResolve: () => void;
  onShortcuts: () => void;
}

function Heading({ previewing, onPreview, onResolve, onShortcuts }: HeadingProps) {
  const bill = useMachine(({ base }) => base?.bill);
  return (
    <div className={classes.heading}>
      <Group gap="sm">
        <PageTitle>{titleOf(bill)}</PageTitle>
        {bill !== undefined && (
          <BillStatus
            state={bill.state}
            openRequest={bill.openRequest}
            creditNote={bill.creditOf !== null}
          />
        )}
      </Group>
      <Group gap="xs">
        <SaveStatus onResolve={onResolve} />
        <Button
          size="sm"
          variant={previewing ? 'light' : 'default'}
          aria-pressed={previewing}
          leftSection={<IconEye size={18} aria-hidden="true" />}
          onClick={onPreview}
        >
          {m.invoice_preview()}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.shortcuts}
          aria-label={m.invoice_shortcuts()}
          title={m.invoice_shortcuts()}
          onClick={onShortcuts}
        >
          <IconKeyboard size={20} aria-hidden="true" />
        </ActionIcon>
      </Group>
    </div>
  );
}

function titleOf(bill: Pick<Bill, 'billNumber' | 'state' | 'creditOf'> | undefined): string {
  if (bill === undefined) return m.bills_new();
  const { billNumber, creditOf } = bill;
  if (creditOf === null) return billNumber === null ? m.page_invoice() : billName(bill);
  return billNumber === null
    ? m.bills_credit_note()
    : m.bills_credit_note_numbered({ number: billNumber });
}
