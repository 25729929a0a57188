import { MantineProvider, Modal } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/api/queryClient';
import { setServerHealth, useTellsServerGone } from '@/lib/serverGone';
import { GoneInDialog } from './GoneInDialog';
import { Toaster } from './Toaster';

const queryClient = createQueryClient();
const GONE = /^Palvelimeen ei saada yhteyttä/;

afterEach(() => {
  act(() => setServerHealth('well'));
});

/** A part of the page that says it itself, as the editor does. */
function Telling() {
  useTellsServerGone(true);
  return null;
}

function Page({ dialogs, tells = false }: { dialogs: string[]; tells?: boolean }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Toaster />
        {tells && <Telling />}
        {dialogs.map((title) => (
          <Modal key={title} opened onClose={vi.fn<() => void>()} title={title} />
        ))}
        <GoneInDialog />
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** The notices there are, by the dialog that each is in. */
const told = () =>
  screen
    .queryAllByRole('alert', { hidden: true })
    .filter((notice) => within(notice).queryByText(GONE) !== null)
    .map((notice) => notice.closest('[role="dialog"]')?.querySelector('h2')?.textContent);

test.each([true, false])(
  'the notice is in the dialog that is above all others, whether the page tells it: %s',
  async (tells) => {
    const { rerender } = render(<Page dialogs={['Matka']} tells={tells} />);
    act(() => setServerHealth('unreachable'));
    expect(told()).toEqual(['Matka']);
    rerender(<Page dialogs={['Matka', 'Poistetaanko?']} tells={tells} />);
    await vi.waitFor(() => expect(told()).toEqual(['Poistetaanko?']));
    rerender(<Page dialogs={['Matka']} tells={tells} />);
    await vi.waitFor(() => expect(told()).toEqual(['Matka']));
    act(() => setServerHealth('well'));
    expect(screen.queryByText(GONE)).toBeNull();
  },
);

test('without a dialog the page tells it, once', async () => {
  const { rerender } = render(<Page dialogs={['Matka']} />);
  act(() => setServerHealth('unreachable'));
  rerender(<Page dialogs={[]} />);
  await vi.waitFor(() => expect(told()).toEqual([undefined]));
  rerender(<Page dialogs={[]} tells />);
  await vi.waitFor(() => expect(screen.queryByText(GONE)).toBeNull());
});
