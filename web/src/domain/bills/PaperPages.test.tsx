import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PaperPages } from './PaperPages';

test('a bill is on the screen once the last of its pages is', () => {
  const onDrawn = vi.fn<() => void>();
  render(<PaperPages images={['blob:one', 'blob:two']} onDrawn={onDrawn} />);
  fireEvent.load(screen.getByRole('img', { name: 'Laskun sivu 2 / 2' }));
  expect(onDrawn).not.toHaveBeenCalled();
  fireEvent.load(screen.getByRole('img', { name: 'Laskun sivu 1 / 2' }));
  expect(onDrawn).toHaveBeenCalledTimes(1);
});
