import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AppModal } from './AppModal';

function Receipts() {
  const [opened, setOpened] = useState(true);
  const [shown, setShown] = useState(false);
  return (
    <AppModal opened={opened} onClose={() => setOpened(false)} title="Kuitit">
      <button onClick={() => setShown(true)}>{'Näytä'}</button>
      <AppModal opened={shown} onClose={() => setShown(false)} title="Kuva">
        {'…'}
      </AppModal>
    </AppModal>
  );
}

test('Escape closes the uppermost dialog alone, even before that has the focus', async () => {
  render(
    <MantineProvider env="test">
      <Receipts />
    </MantineProvider>,
  );
  const show = await screen.findByText('Näytä');
  fireEvent.click(show);
  await screen.findByText('Kuva');
  fireEvent.keyDown(show, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('Kuva')).toBeNull());
  screen.getByText('Kuitit');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('Kuitit')).toBeNull());
});
