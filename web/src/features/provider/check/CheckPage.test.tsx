import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CheckFault, Finding } from '@/api/dataCheck';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { payrollPerson } from '@/test/payroll';

const CHECK = 'GET /api/provider/check';

const NOTHING = {
  count: null,
  number: null,
  account: null,
  name: null,
  day: null,
  amount: null,
  expected: null,
  text: null,
};

function withFindings(findings: readonly Finding[]) {
  return fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    [CHECK]: () => json(200, { askedAt: '2026-11-16T08:00:00Z', findings }),
  });
}

function spaced(element: HTMLElement): string {
  return element.textContent.replaceAll(/\s/g, ' ');
}

test('what is wrong is told in words and amounts, before what is fine', async () => {
  const fault: CheckFault = {
    ...NOTHING,
    key: 'PERSON_DIFFERS',
    name: 'Maija Meikäläinen',
    account: 1780,
    amount: 120.5,
    expected: 100,
  };
  const server = withFindings([
    { question: 'ENTRIES_BALANCE', problems: [] },
    { question: 'DUE_FROM_WORKERS', problems: [fault] },
  ]);
  const { user } = openApp('/provider/check');
  expect(spaced(await screen.findByText(/^Yhdessä kohdassa/))).toBe(
    'Yhdessä kohdassa on selvitettävää.',
  );
  screen.getByText('Tarkistettu 16.11.2026 10:00');
  const wrong = screen.getByRole('region', { name: 'Selvitettävää' });
  within(wrong).getByText('Saamiset tekijöiltä (1780) ovat takaisin perittäviä palkkoja');
  expect(spaced(within(wrong).getByRole('listitem'))).toBe(
    'Maija Meikäläinen: tilillä 1780 on 120,50 €, mutta avoimet erät selittävät 100,00 €.',
  );
  within(screen.getByRole('region', { name: 'Kunnossa' })).getByText('Jokainen tosite täsmää');

  server.answers[CHECK] = () =>
    json(200, {
      askedAt: '2026-11-16T09:30:00Z',
      findings: [{ question: 'DUE_FROM_WORKERS', problems: [] }],
    });
  await user.click(screen.getByRole('button', { name: 'Tarkista uudelleen' }));
  await screen.findByText('Kaikki on kunnossa.');
  screen.getByText('Tarkistettu 16.11.2026 11:30');
  expect(screen.queryByRole('region', { name: 'Selvitettävää' })).toBeNull();
});

test('a check that fails can be asked again', async () => {
  const server = withFindings([]);
  const works = server.answers[CHECK];
  server.answers[CHECK] = () => json(500, { errorKey: 'contactAdmin', message: '', fields: [] });
  const { user } = openApp('/provider/check');
  await screen.findByRole('alert');
  if (works !== undefined) server.answers[CHECK] = works;
  await user.click(screen.getByRole('button', { name: 'Yritä uudelleen' }));
  await screen.findByText('Kaikki on kunnossa.');
  expect(screen.queryByRole('alert')).toBeNull();
});
