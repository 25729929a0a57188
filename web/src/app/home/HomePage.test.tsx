import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ARCHIVE, BILLS, cardOf, NEEDS, pageOf, withBills } from '@/test/bills';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

describe('the next step', () => {
  test('of a newcomer is the first invoice', async () => {
    fakeServer(withBills());
    openApp('/');
    await screen.findByRole('link', { name: 'Tee ensimmäinen lasku' });
  });

  test('with drafts is the latest of them, and the others are counted', async () => {
    fakeServer(
      withBills({
        open: pageOf([cardOf(), cardOf({ id: 'b' })]),
        pending: pageOf([cardOf({ id: 'p', state: 'PENDING' })]),
      }),
    );
    openApp('/');
    await screen.findByText('Sinulla on 2 luonnosta kesken.');
    await screen.findByText(/Yksi lasku odottaa hyväksyntää/);
    expect(screen.queryByText(/asiakkaan maksua/)).toBeNull();
    const go = screen.getByRole('link', { name: 'Jatka: Kahvila Aamu Oy' });
    expect(go.getAttribute('href')).toBe(`/invoice?id=${cardOf().id}`);
  });

  test('when all is paid is a new invoice', async () => {
    const paid = pageOf([cardOf({ state: 'PAID', billNumber: 7 })]);
    fakeServer({ ...withBills(), [`GET ${ARCHIVE}`]: () => json(200, paid) });
    openApp('/');
    await screen.findByText('Kaikki laskusi on hoidettu.');
    expect(screen.getByRole('link', { name: 'Uusi lasku' }).getAttribute('href')).toBe('/invoice');
  });

  test('that could not be judged is tried again', async () => {
    const server = fakeServer({
      ...withBills(),
      [`GET ${BILLS}`]: () => problem(404, 'NOT_FOUND'),
    });
    const { user } = openApp('/');
    const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
    Object.assign(server.answers, withBills());
    await user.click(retry);
    await screen.findByRole('link', { name: 'Tee ensimmäinen lasku' });
  });

  test('is not for staff who do not invoice', async () => {
    const clerk = { ...worker, roles: ['ROLE_CLERK'] };
    const server = fakeServer({ 'GET /api/session': () => json(200, { user: clerk }) });
    openApp('/');
    await screen.findByRole('heading', { level: 1, name: 'Hei, Aino!' });
    expect(server.sent(`GET ${BILLS}`)).toHaveLength(0);
  });
});

describe('a salary that is on its way', () => {
  const withNeeds = (needs: string[]) =>
    fakeServer({
      ...withBills(),
      [`GET ${NEEDS}`]: () => json(200, { needs }),
    });

  test('says what it waits for, and where to add it', async () => {
    withNeeds(['NO_ACCOUNT', 'NO_TAX_CARD']);
    openApp('/');
    const note = (await screen.findByText('Palkkasi odottaa tietojasi')).closest('[role="status"]');
    expect(note?.textContent).toContain('Tilinumero puuttuu');
    expect(note?.textContent).toContain('Verokortti puuttuu');
    const link = screen.getByRole('link', { name: 'Lisää tiedot' });
    expect(link.getAttribute('href')).toBe('/account');
  });

  test('does not wait for a tax card', async () => {
    withNeeds(['NO_TAX_CARD']);
    openApp('/');
    await screen.findByText('Verokorttisi puuttuu');
    expect(screen.queryByText('Palkkasi odottaa tietojasi')).toBeNull();
  });
});
