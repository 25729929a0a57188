import { expect, test } from 'vitest';
import { passwordStrength } from './passwordStrength';

test.each([
  ['', 0],
  ['k7%Tq', 1],
  ['salasana123', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcdefghijkl', 1],
  ['qwerty123456', 1],
  ['mustikka7', 2],
  ['Mustikka7pii', 3],
  ['sininen villapaita kuivuu', 4],
  ['k7%TqV9!mZ4x', 4],
] as const)('%j is of strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test('a part of the own e-mail address adds nothing', () => {
  expect(passwordStrength('ainovirtanen9', 'aino.virtanen@liksa.example')).toBeLessThan(
    passwordStrength('ainovirtanen9'),
  );
});
