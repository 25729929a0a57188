import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Bill } from '@/api/bills';
import type { NeedState, SalaryNeed } from '@/api/readiness';
import { fakeUploads } from '@/test/account';
import { billOf, cardOf } from '@/test/bills';
import { json, worker } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { NOTHING_GIVEN, READINESS, readinessOf } from '@/test/readiness';
import { write } from '@/test/renderSignedIn';
import { entrepreneur, NO_CARD } from '@/test/summaries';

/** A bill of a worker of whom the server keeps what is missing. */
function openOf(
  states: Partial<Record<SalaryNeed, NeedState>>,
  { salaryWaits = false, ...differences }: Partial<Bill> & { salaryWaits?: boolean } = {},
) {
  const bill = { ...billOf(cardOf()), ...differences };
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  const { answers } = opened.server;
  let now = states;
  const give = (given: Partial<Record<SalaryNeed, NeedState>>) => {
    now = { ...now, ...given };
  };
  answers[`GET ${READINESS}`] = () => json(200, readinessOf(now, { salaryWaits }));
  answers['GET /api/professions'] = () =>
    json(200, [{ code: '2652', nameFi: 'Muusikko', nameEn: 'Musician' }]);
  answers['PUT /api/person'] = async (request) => {
    const { iban, professionCode } = (await request.json()) as Record<string, string>;
    if (iban !== undefined) give({ NO_ACCOUNT: 'DONE' });
    if (professionCode !== undefined) give({ NO_PROFESSION: 'DONE' });
    return json(200, worker);
  };
  answers['PUT /api/calc/frombill'] = () =>
    json(200, { ...entrepreneur, withoutTaxCard: now.NO_TAX_CARD === 'MISSING' ? NO_CARD : null });
  return { ...opened, give };
}

const MISSING = 'Palkkaa varten tarvitaan vielä';
const panel = async () =>
  within(await screen.findByRole('region', { name: 'Palkkasi tästä laskusta' }));
const saves = ({ server }: ReturnType<typeof openOf>) =>
  server.sent('PUT /api/person').map((body) => JSON.parse(body) as object);

test('the summary of a newcomer says why so much is withheld, and what a card would change', async () => {
  openOf(NOTHING_GIVEN);
  const summary = await panel();
  await summary.findByText('Ennakonpidätys 60 %: verokortti puuttuu', { selector: 'button' });
  await summary.findByText(/Jos verokorttisi prosentti on 20 %, .* 726,56/);
  await summary.findByRole('button', { name: 'Lähetä verokortti' });
  summary.getByRole('button', { name: /^Ennakonpidätys 60\s%: verokortti puuttuu$/ }).focus();
  expect((await screen.findByRole('tooltip')).textContent).toContain('laki määrää');
  expect(summary.queryByText(/verokorttisi mukaan/)).toBeNull();
});

test('a worker with a tax card reads nothing of it', async () => {
  openOf({});
  const summary = await panel();
  await summary.findByRole('button', { name: 'Ennakonpidätys' });
  expect(summary.queryByText(/verokortti puuttuu/)).toBeNull();
  expect(summary.queryByRole('button', { name: 'Lähetä verokortti' })).toBeNull();
  expect(screen.queryByText(MISSING)).toBeNull();
});

test('what is missing is given beside the rows while the bill is written', async () => {
  const opened = openOf({ NO_ACCOUNT: 'MISSING', NO_PROFESSION: 'MISSING' });
  const { user } = opened;
  const details = within(await screen.findByRole('region', { name: MISSING }));
  const iban = details.getByLabelText('IBAN-tilinumero');
  await write(user, iban, 'FI2112345600000786');
  await user.click(details.getByRole('button', { name: 'Tallenna tilinumero' }));
  expect(iban.getAttribute('aria-invalid')).toBe('true');
  expect(saves(opened)).toEqual([]);
  await write(user, iban, 'fi2112345600000785');
  await user.click(details.getByRole('button', { name: 'Tallenna tilinumero' }));
  await screen.findByText('Tilinumero on tallennettu.');
  await user.click(details.getByLabelText('Ammatti'));
  await user.click(await screen.findByRole('option', { name: 'Muusikko', hidden: true }));
  await screen.findByText('Kiitos, kaikki tarvittava on koossa');
  expect(saves(opened)).toEqual([{ iban: 'FI21 1234 5600 0007 85' }, { professionCode: '2652' }]);
});

test('a tax card is sent from the summary, which then waits for payroll to read it', async () => {
  const opened = openOf({ NO_TAX_CARD: 'MISSING' });
  const uploaded = fakeUploads(() => {
    opened.give({ NO_TAX_CARD: 'WAITING' });
    return json(201, {});
  });
  opened.server.answers['PUT /api/calc/frombill'] = () =>
    json(200, { ...entrepreneur, withoutTaxCard: NO_CARD });
  const summary = await panel();
  await summary.findByRole('button', { name: 'Lähetä verokortti' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await opened.user.upload(input, new File(['%PDF'], 'kortti.pdf'));
  await summary.findByText('Ennakonpidätys 60 %, kunnes verokorttisi on luettu');
  expect(uploaded).toHaveLength(1);
});

test('a bill is sent whatever is missing, and its page then asks for it', async () => {
  const { user, store, id, router } = openOf(NOTHING_GIVEN);
  await user.click(await screen.findByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  const dialog = within(await screen.findByRole('dialog'));
  const box = within(await dialog.findByRole('region', { name: MISSING }));
  box.getByLabelText('IBAN-tilinumero');
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Lähetä hyväksyttäväksi' });
  expect(send.disabled).toBe(false);
  await user.click(send);
  await waitFor(() => expect(store.get(id).state).toBe('PENDING'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText(/Lasku odottaa hyväksyntää/);
  const page = within(await screen.findByRole('region', { name: MISSING }));
  page.getByLabelText('Ammatti');
  expect(router.state.location.pathname).toBe('/invoice');
});

test('the page of a paid bill says that its salary waits, and once it does not, when it is paid', async () => {
  const paid = { state: 'PAID', editable: false, billNumber: 1001 } as const;
  const opened = openOf({ NO_ACCOUNT: 'MISSING' }, { ...paid, salaryWaits: true });
  const box = within(await screen.findByRole('region', { name: 'Palkkasi odottaa tietojasi' }));
  await screen.findByText('Palkka odottaa tietojasi.');
  await write(opened.user, box.getByLabelText('IBAN-tilinumero'), 'FI2112345600000785');
  await opened.user.click(box.getByRole('button', { name: 'Tallenna tilinumero' }));
  await waitFor(() => expect(screen.getAllByText('Palkka maksetaan 20.11.2026.')).toHaveLength(2));
});

test('a credit note asks for nothing', async () => {
  const creditOf = { id: 'x', billNumber: 1001, state: 'PAID', totalpriceWithAlv: 1255 } as never;
  openOf(NOTHING_GIVEN, { state: 'PAID', editable: false, creditOf });
  await screen.findByRole('heading', { level: 1, name: /Hyvityslasku/ });
  expect(screen.queryByText(MISSING)).toBeNull();
});
