import { expect, test } from 'vitest';
import { throttled } from './throttle';

function counted(interval_ms: number) {
  const clock = { now: 0 };
  let finish: (() => void)[] = [];
  const calls: string[] = [];
  const action = throttled(
    (name: string) => {
      calls.push(name);
      return new Promise<void>((resolve) => finish.push(resolve));
    },
    interval_ms,
    () => clock.now,
  );
  const finishAll = () => {
    for (const resolve of finish) resolve();
    finish = [];
  };
  return { action, calls, clock, finishAll };
}

test('while one call is under way, the next is dropped', () => {
  const { action, calls, clock } = counted(100);
  void action('first');
  clock.now = 500;
  void action('second');
  expect(calls).toEqual(['first']);
});

test('a call within the interval is dropped even when the first is done', async () => {
  const { action, calls, clock, finishAll } = counted(100);
  const first = action('first');
  finishAll();
  await first;
  clock.now = 99;
  void action('too early');
  clock.now = 100;
  void action('in time');
  expect(calls).toEqual(['first', 'in time']);
});

test('a failed call does not block the next', async () => {
  let failures = 0;
  const action = throttled(() => Promise.reject(new Error(`failure ${++failures}`)), 0);
  await expect(action()).rejects.toThrow('failure 1');
  await expect(action()).rejects.toThrow('failure 2');
});
