import { useIsFetching } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer, json } from '@/test/fakeServer';
import { renderSignedIn, write } from '@/test/renderSignedIn';
import { useTownOfCode } from './useTownOfCode';

const TOWNS = { '00100': 'Helsinki', '33100': 'Tampere', '90100': 'Oulu', '00099': null };
const pathOf = (code: string) => `GET /api/customers/postal-codes/${code}`;

function Form({
  code: oldCode,
  city: oldCity,
  finnish,
}: Record<'code' | 'city', string> & {
  finnish: boolean;
}) {
  const [code, setCode] = useState(oldCode);
  const [city, setCity] = useState(oldCity);
  const { typeCode, typeCity } = useTownOfCode({ code, city, finnish, fill: setCity });
  return (
    <>
      <input
        aria-label="code"
        value={code}
        onChange={({ currentTarget: { value } }) => {
          setCode(value);
          typeCode(value);
        }}
      />
      <output>{useIsFetching()}</output>
      <input
        aria-label="city"
        value={city}
        onChange={({ currentTarget: { value } }) => {
          setCity(value);
          typeCity();
        }}
      />
    </>
  );
}

function open(code: string, city: string, finnish = true) {
  const server = fakeServer(
    Object.fromEntries(
      Object.entries(TOWNS).map(([one, town]) => [pathOf(one), () => json(200, { city: town })]),
    ),
  );
  const { user } = renderSignedIn(<Form code={code} city={city} finnish={finnish} />);
  const cityField = screen.getByLabelText<HTMLInputElement>('city');
  return {
    server,
    user,
    cityField,
    writeCode: (next: string) => write(user, screen.getByLabelText('code'), next),
    town: () => cityField.value,
    /** All that was asked for has been answered, and what follows from it is drawn. */
    answered: async (...codes: string[]) => {
      await waitFor(() => codes.forEach((one) => expect(server.sent(pathOf(one))).toHaveLength(1)));
      await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0'));
    },
  };
}

test('a missing town is filled in', async () => {
  const { writeCode, town } = open('', '');
  await writeCode('33100');
  await waitFor(() => expect(town()).toBe('Tampere'));
});

test('the town of the code that was saved gives way to that of another code', async () => {
  const { writeCode, town } = open('00100', 'HELSINKI ');
  await writeCode('33100');
  await waitFor(() => expect(town()).toBe('Tampere'));
  await writeCode('90100');
  await waitFor(() => expect(town()).toBe('Oulu'));
});

test('a town that is not of its code stays', async () => {
  const { writeCode, answered, town } = open('00100', 'Kruununhaka');
  await writeCode('33100');
  await answered('00100', '33100');
  expect(town()).toBe('Kruununhaka');
});

test('a town that is typed before the answer comes stays', async () => {
  const { server, user, writeCode, answered, town, cityField } = open('', '');
  const late = Promise.withResolvers<Response>();
  server.answers[pathOf('33100')] = () => late.promise;
  await writeCode('33100');
  await write(user, cityField, 'Näsijärvi');
  late.resolve(json(200, { city: 'Tampere' }));
  await answered('33100');
  expect(town()).toBe('Näsijärvi');
});

test('the answer about a code that is not there any more is too late', async () => {
  const { server, writeCode, answered, town } = open('00100', 'Helsinki');
  const late = Promise.withResolvers<Response>();
  server.answers[pathOf('33100')] = () => late.promise;
  await writeCode('33100');
  await writeCode('90100');
  await waitFor(() => expect(town()).toBe('Oulu'));
  late.resolve(json(200, { city: 'Tampere' }));
  await answered('33100');
  expect(town()).toBe('Oulu');
});

test('a code without a town of its own leaves what stands there', async () => {
  const { writeCode, answered, town } = open('00100', 'Helsinki');
  await writeCode('00099');
  await answered('00099');
  expect(town()).toBe('Helsinki');
  await writeCode('33100');
  await waitFor(() => expect(town()).toBe('Tampere'));
});

test('codes of other countries are not asked for', async () => {
  const { server, writeCode } = open('', '', false);
  await writeCode('33100');
  expect(server.sent(pathOf('33100'))).toEqual([]);
});
