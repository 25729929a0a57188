import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconEye, IconKeyboard, IconSend } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Bill } from '@/api/bills';
import { billName, creditNoteName } from '@/domain/bills/billWords';
import { BillStatus } from '@/domain/bills/BillStatus';
import { PageTitle } from '@/components/PageTitle';
import { m } from '@/paraglide/messages';
import { AdvancesSection } from './advances/AdvancesSection';
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
import { usePreview, type Preview } from './preview/usePreview';
import { UploadGuard } from './receipts/UploadGuard';
import { PurchasesSection } from './purchases/PurchasesSection';
import { RowsSection } from './rows/RowsSection';
import { SaveStatus } from './SaveStatus';
import { SentBill } from './sent/SentBill';
import { useJustSent } from './sent/justSent';
import { LeftForYou } from './sharing/LeftForYou';
import { SharesSection } from './sharing/SharesSection';
import { SummaryPanel } from './summary/SummaryPanel';
import { useLeave } from './useLeave';

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

/** One bill: a draft with its fields and rows and beside them what it pays, or what was sent. */
export function EditorView({ notices }: Props) {
  const { engine } = useEditor();
  const bill = useMachine(({ base }) => base?.bill);
  const locked = useLocked();
  const { dialog, setDialog, conflict } = useDialog();
  const preview = usePreview();
  const { tell } = useJustSent();
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
  const send = locked ? undefined : () => setDialog('send');
  const sent = () => {
    close();
    tell(engine.machine().base?.bill.id ?? '');
    window.scrollTo({ top: 0 });
  };
  return (
    <Stack gap="md">
      <Heading
        preview={preview}
        onSend={preview.wide ? send : undefined}
        onResolve={() => setDialog('conflict')}
        onShortcuts={() => setDialog('shortcuts')}
      />
      {notices}
      {bill !== undefined && isSent(bill) ? (
        <SentBill bill={bill} />
      ) : (
        <Draft preview={preview} onSend={preview.wide ? undefined : send} />
      )}
      <UploadGuard />
      {dialog === 'send' && <SendDialog onSent={sent} onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog === 'conflict' && conflict !== undefined && (
        <ConflictDialog conflict={conflict} onClose={close} />
      )}
    </Stack>
  );
}

function isSent({ state }: Bill): boolean {
  return state !== 'OPEN';
}

interface DraftProps {
  preview: Preview;
  onSend: (() => void) | undefined;
}

/** What is written, beside it what it pays, and the preview. */
function Draft({ preview, onSend }: DraftProps) {
  const bill = useMachine(({ base }) => base?.bill);
  const locked = useLocked();
  const beside = preview.wide && preview.open;
  return (
    <>
      {bill !== undefined && <ReturnedNotice bill={bill} />}
      {bill !== undefined && <BillNotice bill={bill} />}
      <div
        className={classes.workspace}
        data-locked={locked || undefined}
        data-side-by-side={beside || undefined}
        title={locked ? m.invoice_locked() : undefined}
      >
        <Writing />
        <div className={classes.beside}>
          <SummaryPanel onSend={onSend} />
        </div>
        {beside && (
          <div className={classes.preview}>
            <PreviewBeside />
          </div>
        )}
      </div>
      {!preview.wide && preview.open && <PreviewDialog onClose={() => preview.setOpen(false)} />}
    </>
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

/** What is written, and below it what else can be done with it. */
function Writing() {
  const bill = useMachine(({ base }) => base?.bill);
  const leave = useLeave();
  return (
    <div className={classes.writing}>
      <BillFields />
      <RowsSection />
      <SharesSection />
      <PurchasesSection />
      <LeftForYou />
      <AdvancesSection />
      <Group justify="space-between" gap="sm" className={classes.actions}>
        <Button variant="default" onClick={leave}>
          {m.invoice_close()}
        </Button>
        {bill !== undefined && <BillActionBar bill={bill} />}
      </Group>
    </div>
  );
}

interface HeadingProps {
  preview: Preview;
  onSend: (() => void) | undefined;
  onResolve: () => void;
  onShortcuts: () => void;
}

function Heading({ preview, onSend, onResolve, onShortcuts }: HeadingProps) {
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
            exactDueDate={bill.exactDueDate}
          />
        )}
      </Group>
      {(bill === undefined || !isSent(bill)) && (
        <Group gap="xs">
          <SaveStatus onResolve={onResolve} />
          <Button
            size="sm"
            variant={preview.open ? 'light' : 'default'}
            aria-pressed={preview.open}
            leftSection={<IconEye size={18} aria-hidden="true" />}
            onClick={() => preview.setOpen(!preview.open)}
          >
            {m.invoice_preview()}
          </Button>
          {onSend !== undefined && (
            <Button
              size="sm"
              leftSection={<IconSend size={18} aria-hidden="true" />}
              onClick={onSend}
            >
              {m.bills_action_send()}
            </Button>
          )}
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
      )}
    </div>
  );
}

function titleOf(bill: Pick<Bill, 'billNumber' | 'state' | 'creditOf'> | undefined): string {
  if (bill === undefined) return m.bills_new();
  const { billNumber, creditOf } = bill;
  if (creditOf === null) return billNumber === null ? m.page_invoice() : billName(bill);
  return creditNoteName(billNumber);
}
