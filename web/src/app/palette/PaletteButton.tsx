import { Kbd, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import classes from './PaletteButton.module.css';

const Palette = lazyPart(async () => (await import('./Palette')).Palette);

/** Opens the palette, as Ctrl K does anywhere. The palette itself is fetched when first needed. */
export function PaletteButton() {
  const [opened, setOpened] = useState(false);
  const [openings, setOpenings] = useState(0);
  const os = useOs();
  const close = () => setOpened(false);
  const open = () => {
    setOpened(true);
    setOpenings(openings + 1);
  };
  // In a field too: the user may look something up while writing an invoice.
  useHotkeys([['mod+K', opened ? close : open]], []);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        onClick={open}
        onPointerEnter={() => void Palette.preload().catch(() => undefined)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={m.palette_open()}
      >
        <IconSearch size={20} aria-hidden="true" />
        <Text size="sm" c="dimmed" visibleFrom="md">
          {m.palette_button()}
        </Text>
        <VisuallyHidden hiddenFrom="md">{m.palette_button()}</VisuallyHidden>
        <Kbd size="xs" visibleFrom="md">
          {os === 'macos' ? m.palette_shortcut_mac() : m.palette_shortcut()}
        </Kbd>
      </UnstyledButton>
      {openings > 0 && (
        <Suspense>
          <Palette opened={opened} opening={openings} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
