import { expect, test } from 'vitest';
import { keepRegistering, readRegistering } from './registering';

test('who is registering is known after a reload', () => {
  keepRegistering({ email: 'aino@liksa.example', passwordNeeded: true });
  expect(readRegistering()).toMatchObject({ email: 'aino@liksa.example' });
});

test.each(['{"email":', '[]', '{"email":"aino@liksa.example"}', 'null'])(
  'what is stored as %s is nobody',
  (stored) => {
    sessionStorage.setItem('liksa-registering', stored);
    expect(readRegistering()).toBeUndefined();
  },
);
