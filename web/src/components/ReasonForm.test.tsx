import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ReasonForm } from './ReasonForm';

test.each([
  [false, 1],
  [true, 0],
])('with busy %s, keys send a reason %d times', (busy, times) => {
  const send = vi.fn<(reason: string) => void>();
  render(
    <MantineProvider env="test">
      <ReasonForm
        label="Syy"
        missing="Kirjoita syy."
        confirm="Hylkää"
        send={send}
        cancel={() => undefined}
        busy={busy}
      />
    </MantineProvider>,
  );
  const field = screen.getByRole('textbox', { name: 'Syy' });
  fireEvent.change(field, { target: { value: 'Summa puuttuu.' } });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(send).toHaveBeenCalledTimes(times);
});
