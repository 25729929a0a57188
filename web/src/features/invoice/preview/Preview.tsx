import { ActionIcon, Group, Paper, Title } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { AppModal } from '@/components/AppModal';
import { m } from '@/paraglide/messages';
import { PdfButton } from './PdfButton';
import classes from './Preview.module.css';
import { PreviewPages } from './PreviewPages';
import { usePages, type Pages } from './usePages';

/** The bill as its customer will see it, beside the form. */
export function PreviewBeside() {
  return <FramedPages title={m.invoice_preview()} className={classes.beside} />;
}

/** The paper of a bill that was sent, at its full height. */
export function PaperOfBill() {
  return <FramedPages title={m.invoice_paper()} className={classes.paper} />;
}

function FramedPages({ title, className }: { title: string; className: string | undefined }) {
  const pages = usePages();
  const [zoomed, setZoomed] = useState(false);
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p="md"
      className={className}
      aria-label={title}
    >
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2}>{title}</Title>
        <Tools pages={pages} zoomed={zoomed} onZoom={setZoomed} />
      </Group>
      <PreviewPages pages={pages} zoomed={zoomed} />
    </Paper>
  );
}

/** The same on a phone, where it covers the form. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const pages = usePages();
  const [zoomed, setZoomed] = useState(false);
  return (
    <AppModal
      opened
      fullScreen
      onClose={onClose}
      title={m.invoice_preview()}
      classNames={{ content: classes.dialog, body: classes.dialogBody }}
    >
      <Group justify="flex-end" gap="xs" mb="xs">
        <Tools pages={pages} zoomed={zoomed} onZoom={setZoomed} />
      </Group>
      <PreviewPages pages={pages} zoomed={zoomed} />
    </AppModal>
  );
}

interface ToolsProps {
  pages: Pages;
  zoomed: boolean;
  onZoom: (zoomed: boolean) => void;
}

function Tools({ pages: { bill }, zoomed, onZoom }: ToolsProps) {
  const ZoomIcon = zoomed ? IconZoomOut : IconZoomIn;
  return (
    bill !== undefined && (
      <Group gap="xs">
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          aria-pressed={zoomed}
          aria-label={m.invoice_preview_zoom()}
          title={m.invoice_preview_zoom()}
          onClick={() => onZoom(!zoomed)}
        >
          <ZoomIcon size={20} aria-hidden="true" />
        </ActionIcon>
        <PdfButton bill={bill} size="xs" variant="default" />
      </Group>
    )
  );
}
