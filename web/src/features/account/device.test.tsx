import { expect, test } from 'vitest';
import { deviceOf, isHandheld } from './Sessions';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Windows', false],
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge, Windows', false],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari, Mac',
    false,
  ],
  ['curl/8.5.0', undefined, false],
  ['', undefined, false],
])('%s', (userAgent, name, handheld) => {
  expect(deviceOf(userAgent)).toBe(name);
  expect(isHandheld(userAgent)).toBe(handheld);
});
