import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CountedMoney } from './CountedMoney';

/** The frames that the browser would draw, by hand. */
function frames(motion: boolean) {
  const waiting: FrameRequestCallback[] = [];
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: motion && media === '(prefers-reduced-motion: no-preference)',
  }));
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
    waiting.push(callback),
  );
  vi.stubGlobal('cancelAnimationFrame', (place: number) => waiting.splice(place - 1, 1));
  const began = performance.now();
  return { waiting, draw: (after: number) => waiting.shift()?.(began + after) };
}

const seen = () => screen.getByText(/€$/).parentElement?.dataset['counting'];

test('an amount counts to its new value, which is there to be read at once', () => {
  const { draw } = frames(true);
  const { rerender } = render(<CountedMoney amount={100} />);
  expect(seen()).toBeUndefined();
  rerender(<CountedMoney amount={200} />);
  expect(screen.getByText(/€$/).textContent).toMatch(/^200,00/);
  expect(seen()).toMatch(/^100,00/);
  draw(200);
  expect(seen()).toMatch(/^1[1-9]\d,/);
  draw(10_000);
  expect(seen()).toBeUndefined();
});

test('a value that changes on the way goes on from what is seen', () => {
  const { draw, waiting } = frames(true);
  const { rerender } = render(<CountedMoney amount={0} />);
  rerender(<CountedMoney amount={1000} />);
  draw(400);
  const before = seen();
  rerender(<CountedMoney amount={0.05} />);
  expect(seen()).toBe(before);
  expect(waiting).toHaveLength(1);
});

test('who wants less motion sees the new value alone', () => {
  const { waiting } = frames(false);
  const { rerender } = render(<CountedMoney amount={100} />);
  rerender(<CountedMoney amount={200} />);
  expect(seen()).toBeUndefined();
  expect(waiting).toEqual([]);
});
