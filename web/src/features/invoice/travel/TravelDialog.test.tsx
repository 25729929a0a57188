import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Bill, Row } from '@/api/bills';
import { PLACES_CALL, PROFILE } from '@/test/account';
import { billOf, cardOf } from '@/test/bills';
import { json, problem, worker } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { oneDay, plain, travelled } from '@/test/trips';
import type { TripAnswer, TripQuestion } from './travelApi';

const ALLOWANCES = 'POST /api/travel/allowances';
const TRIPS = `GET /api/person/${worker.id}/trips`;

/** The editor with one row, and its trip opened. */
async function openTrip(row: Row = plain, differences: Partial<Bill> = {}) {
  const bill = { ...billOf(cardOf()), billableitems: [row], ...differences };
  const app = openEditor(`/invoice?id=${bill.id}`, { bill });
  app.server.answers[ALLOWANCES] = () => json(200, oneDay);
  app.server.answers[TRIPS] = () => json(200, { trips: [] });
  app.server.answers['GET /api/person'] = () => json(200, { ...PROFILE, postalcode: '00530' });
  app.server.answers[PLACES_CALL] = () => json(200, { places: [] });
  const button = await screen.findByRole('button', { name: /^Matka ja päivärahat/ });
  await app.user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Matka ja päivärahat' });
  const saved = () => app.lastBody(app.save).billableitems?.[0];
  const asked = () => JSON.parse(app.server.sent(ALLOWANCES).at(-1) ?? '{}') as TripQuestion;
  return { ...app, dialog: within(dialog), saved, asked };
}

type Dialog = Awaited<ReturnType<typeof openTrip>>['dialog'];
// Addresses are looked for while they are typed.
const field = (dialog: Dialog, name: string | RegExp) =>
  dialog.queryByRole<HTMLInputElement>('textbox', { name }) ??
  dialog.getByRole<HTMLInputElement>('combobox', { name });
const type = (input: HTMLElement, value: string) => {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};

test('a trip is filled in, and saved with its usual times', async () => {
  const { dialog, saved } = await openTrip();
  expect(field(dialog, 'Lähtöpäivä').value).toBe('09.11.2026');
  expect(field(dialog, 'Lähtöaika').value).toBe('09:00');
  expect(field(dialog, 'Paluupäivä').value).toBe('10.11.2026');
  expect(field(dialog, 'Paluuaika').value).toBe('09:00');
  type(field(dialog, 'Lähtöosoite'), 'Kotikatu 1, 00530 Helsinki');
  type(field(dialog, 'Lähtöaika'), '7');
  type(field(dialog, /^Kilometrit/), '118,5');
  await waitFor(() =>
    expect(saved()).toMatchObject({
      addressStart: 'Kotikatu 1, 00530 Helsinki',
      startdate: '09.11.2026',
      time: '07:00',
      returndate: '10.11.2026',
      returntime: '09:00',
      kilometers: '118.5',
    }),
  );
});

test('opening the dialog writes nothing', async () => {
  const { user, server, save } = await openTrip();
  await user.click(screen.getByRole('button', { name: 'Valmis' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent(save)).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Matka ja päivärahat' }));
});

test('the row tells its trip in one line', async () => {
  const { dialog } = await openTrip({ ...travelled, fulldaycompensation: 1 });
  await screen.findByRole('button', {
    name: 'Matka ja päivärahat: 118\u00A0km, kokopäiväraha, 118,90\u00A0€',
    hidden: true,
  });
  const totals = within(await dialog.findByRole('region', { name: 'Matkasta maksetaan' }));
  totals.getByText('64,90 €');
  totals.getByText('118,90 €');
});

test('what a trailer adds and what another year pays is asked of the server', async () => {
  const { dialog, server, user } = await openTrip({
    ...travelled,
    returndate: '02.01.2027',
    trailer: 'CARAVAN',
    fulldaycompensation: 2,
  });
  await screen.findByRole('button', { name: 'Matka ja päivärahat: 118\u00A0km, 2 kokopäivärahaa' });
  within(dialog.getByRole('region', { name: 'Matkasta maksetaan' })).getByText(
    'Määrä näkyy laskun yhteenvedossa.',
  );
  const day = { kind: 'FULL_DAYS', count: 1 } as const;
  const claimed: TripAnswer['claimed'] = [
    { kind: 'KILOMETERS', count: 118, rate: 0.7, amount: 82.6 },
    { ...day, rate: 54, amount: 54 },
    { ...day, rate: 55, amount: 55 },
  ];
  server.answers[ALLOWANCES] = () => json(200, { ...oneDay, claimed });
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Perävaunu/ }), 'TRAILER');
  await screen.findByRole('button', {
    name: 'Matka ja päivärahat: 118\u00A0km, 2 kokopäivärahaa, 191,60\u00A0€',
    hidden: true,
  });
  const totals = within(dialog.getByRole('region', { name: 'Matkasta maksetaan' }));
  totals.getByText('Kokopäiväraha: 1 × 55,00 €');
  totals.getByText('191,60 €');
});

test('an earlier departure day moves the return', async () => {
  const { dialog } = await openTrip(travelled);
  const start = field(dialog, 'Lähtöpäivä');
  // As it is typed, one letter after another.
  fireEvent.change(start, { target: { value: '12.11.' } });
  fireEvent.change(start, { target: { value: '12.11.2026' } });
  expect(field(dialog, 'Paluupäivä').value).toBe('12.11.2026');
});

describe('the proposal', () => {
  test('says why each day has its allowance, and one click claims it', async () => {
    const { dialog, user, saved, asked } = await openTrip(travelled);
    await dialog.findByText('ma 9.11. klo 7: yli 10 h, 118 km: kokopäiväraha 54,00 €');
    expect(asked()).toMatchObject({ startdate: '09.11.2026', time: '07:00', kilometers: '118' });
    await user.click(await dialog.findByRole('button', { name: /^Ota ehdotus käyttöön: 54,00/ }));
    expect(field(dialog, 'Kokopäivärahoja').value).toBe('1');
    await dialog.findByText('Ehdotus on käytössä.');
    const totals = within(dialog.getByRole('region', { name: 'Matkasta maksetaan' }));
    totals.getByText('118,90 €');
    await waitFor(() => expect(saved()).toMatchObject({ fulldaycompensation: 1 }));
    // Each can be lowered by hand.
    type(field(dialog, 'Kokopäivärahoja'), '');
    await waitFor(() => expect(saved()).toMatchObject({ fulldaycompensation: null }));
  });

  test('takes the place of meals', async () => {
    const { dialog, user } = await openTrip({ ...travelled, lunchcompensation: 1 });
    await user.click(await dialog.findByRole('button', { name: /^Ota ehdotus käyttöön/ }));
    expect(field(dialog, /^Ateriakorvauksia/).value).toBe('');
  });

  test('is a quiet hint where it fails, and stops nothing', async () => {
    const { dialog, server, saved } = await openTrip();
    server.answers[ALLOWANCES] = () => problem(500, 'ERROR');
    type(field(dialog, /^Kilometrit/), '118');
    await dialog.findByText('Ehdotusta ei saatu juuri nyt. Voit täyttää päivärahat itse.');
    expect(screen.queryByRole('alert')).toBeNull();
    type(field(dialog, 'Kokopäivärahoja'), '1');
    await waitFor(() => expect(saved()).toMatchObject({ fulldaycompensation: 1 }));
  });

  test('is not waited for where the times give no trip', async () => {
    const { dialog } = await openTrip(travelled);
    await dialog.findByRole('button', { name: /^Ota ehdotus käyttöön/ });
    type(field(dialog, 'Paluupäivä'), '01.11.2026');
    await dialog.findByText('Ehdotamme päivärahoja, kun lähtö- ja paluuaika on täytetty.');
    expect(dialog.queryByRole('button', { name: /^Ota ehdotus käyttöön/ })).toBeNull();
  });

  test('asks again for other days abroad', async () => {
    const { dialog, user, server, asked } = await openTrip({
      ...travelled,
      workingAbroad: true,
      foreignCountry: 'SE',
    });
    server.answers['GET /api/travel/places'] = () =>
      json(200, {
        year: 2026,
        places: [
          { code: 'SE', name_fi: 'Ruotsi', name_en: 'Sweden', fullDay: 70, certainty: 'SURE' },
        ],
      });
    const ended = await dialog.findByRole<HTMLInputElement>('checkbox', {
      name: /^Matkapäivä päättyi ulkomailla/,
    });
    expect(asked()).toMatchObject({ foreignDays: null });
    // The answer on the screen is of a trip at home: what it says of the day is not what was said about it.
    expect(ended.checked, 'all days end abroad until something else is said').toBe(true);
    await user.click(ended);
    await waitFor(() => expect(asked()).toMatchObject({ foreignDays: [] }));
    await user.click(ended);
    await waitFor(() => expect(asked()).toMatchObject({ foreignDays: [0] }));
  });
});

test('rules are told at their fields while filling in', async () => {
  const { dialog } = await openTrip({ ...travelled, vehicleRegisterNumber: '' });
  const told = (name: string | RegExp) =>
    field(dialog, name).getAttribute('aria-invalid') === 'true';
  expect(told('Rekisterinumero')).toBe(true);
  dialog.getByText('Ajoneuvon rekisterinumero puuttuu.');
  type(field(dialog, 'Rekisterinumero'), 'ABC-123');
  expect(told('Rekisterinumero')).toBe(false);
  type(field(dialog, 'Kokopäivärahoja'), '1');
  type(field(dialog, /^Kilometrit/), '20');
  dialog.getByText('Päivärahaan tarvitaan vähintään 30 km (15 km suuntaansa).');
  type(field(dialog, /^Kilometrit/), '118');
  type(field(dialog, 'Paluuaika'), '16:00');
  dialog.getByText(/^Matka ei ole riittävän pitkä/);
});

test('a trip that left from elsewhere is confirmed at its address, for the whole bill', async () => {
  const { dialog, user, lastBody, save } = await openTrip(travelled);
  const elsewhere = () => dialog.queryByRole<HTMLInputElement>('checkbox', { name: /muualta/ });
  const tick = () => user.click(dialog.getByRole('checkbox', { name: /muualta/ }));
  await waitFor(() => expect(dialog.queryByText(/postinumero ei vastaa/)).toBeNull());
  expect(elsewhere()).toBeNull();
  type(field(dialog, 'Lähtöosoite'), 'Torikatu 1, 90100 Oulu');
  await dialog.findByText('Rivin lähtöpaikan postinumero ei vastaa kotiosoitettasi.');
  await tick();
  expect(dialog.queryByText(/postinumero ei vastaa/)).toBeNull();
  expect(elsewhere()?.checked).toBe(true);
  await waitFor(() => expect(lastBody(save)).toMatchObject({ leftOutFromHome: true }));
});

test('way points are added, moved and removed', async () => {
  const { dialog, user, saved } = await openTrip(travelled);
  const add = () => user.click(dialog.getByRole('button', { name: 'Lisää välietappi' }));
  await add();
  expect(document.activeElement).toBe(field(dialog, 'Välietappi 1'));
  type(field(dialog, 'Välietappi 1'), 'Lahti');
  await add();
  type(field(dialog, 'Välietappi 2'), 'Heinola');
  await user.click(dialog.getByRole('button', { name: 'Siirrä välietappi 2 ylemmäs' }));
  await waitFor(() => expect(saved()).toMatchObject({ wayPoint: ['Heinola', 'Lahti'] }));
  expect(document.activeElement).toBe(field(dialog, 'Välietappi 1'));
  await user.click(dialog.getByRole('button', { name: 'Poista välietappi 1' }));
  await waitFor(() => expect(saved()).toMatchObject({ wayPoint: ['Lahti'] }));
});

test('a vehicle that only the API offers is shown and kept', async () => {
  const { dialog, saved } = await openTrip({ ...travelled, vehicle: '3' });
  const vehicle = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Kulkuneuvo' });
  expect([...vehicle.options].map(({ text }) => text)).toEqual(['Auto', 'Muu', 'Moottorikelkka']);
  expect(dialog.queryByRole('combobox', { name: 'Perävaunu tai kuorma' })).toBeNull();
  type(field(dialog, /^Kilometrit/), '12');
  await waitFor(() => expect(saved()).toMatchObject({ kilometers: '12', vehicle: 3 }));
});

test('an earlier trip fills in its way on the day of the row, and its registration number is remembered', async () => {
  const earlier = { ...travelled, id: 'e', startdate: '02.10.2026', returndate: '03.10.2026' };
  const bill = { ...billOf(cardOf()), billableitems: [plain] };
  const { server, user, save, lastBody } = openEditor(`/invoice?id=${bill.id}`, { bill });
  server.answers[ALLOWANCES] = () => json(200, oneDay);
  server.answers[TRIPS] = () =>
    json(200, {
      trips: [
        {
          billId: 'b',
          billNumber: 1002,
          row: {
            ...earlier,
            id: 'm',
            vehicle: '6',
            vehicleRegisterNumber: 'MOPO-1',
            kilometers: 9,
          },
        },
        { billId: 'b', billNumber: 1001, row: earlier },
      ],
    });
  await user.click(await screen.findByRole('button', { name: 'Matka ja päivärahat' }));
  const menu = await screen.findByRole('button', { name: 'Aiemmat matkat' });
  const dialog = within(screen.getByRole('dialog', { name: 'Matka ja päivärahat' }));
  expect(field(dialog, 'Rekisterinumero').value).toBe('ABC-123');
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: /Kotikatu 1.*118/ }));
  await waitFor(() =>
    expect(lastBody(save).billableitems?.[0]).toMatchObject({
      addressStart: 'Kotikatu 1, 00530 Helsinki',
      addressStop: 'Hämeenkatu 2, 33100 Tampere',
      kilometers: '118',
      startdate: '09.11.2026',
      returndate: '10.11.2026',
      time: '07:00',
    }),
  );
});

test('a trip is copied to another day of the month, and to no other', async () => {
  const { dialog, user, lastBody, save } = await openTrip(travelled);
  await user.click(dialog.getByRole('button', { name: 'Kopioi toiselle päivälle' }));
  const day = field(dialog, 'Uusi päivä');
  expect(day.value).toBe('10.11.2026');
  type(day, '1.12.2026');
  const copy = dialog.getByRole('button', { name: 'Kopioi rivi' });
  expect(copy.getAttribute('aria-disabled')).toBe('true');
  type(day, '9.11.2026');
  expect(copy.getAttribute('aria-disabled')).toBe('true');
  type(day, '23.11.2026');
  await user.click(copy);
  await waitFor(() =>
    expect(lastBody(save).billableitems).toMatchObject([
      { startdate: '09.11.2026' },
      { date: '23.11.2026', startdate: '23.11.2026', returndate: '23.11.2026', kilometers: '118' },
    ]),
  );
});

test('Escape closes the dialog and gives the focus back', async () => {
  const { dialog, user } = await openTrip(travelled);
  field(dialog, 'Lähtöosoite').focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.textContent).toMatch(/^Matka ja päivärahat/);
});

test('of a sent bill the trip can be looked at, not edited', async () => {
  const { dialog } = await openTrip(travelled, { editable: false, state: 'PENDING' });
  dialog.getByText('Et voi muokata tätä laskua');
  expect(field(dialog, 'Lähtöosoite').disabled).toBe(true);
  expect(field(dialog, /^Kilometrit/).disabled).toBe(true);
  expect(field(dialog, 'Rekisterinumero').disabled).toBe(true);
  expect(dialog.queryByRole('button', { name: 'Poista matka' })).toBeNull();
});

test('that earlier trips could not be fetched is a quiet hint', async () => {
  const bill = { ...billOf(cardOf()), billableitems: [plain] };
  const { server, user } = openEditor(`/invoice?id=${bill.id}`, { bill });
  server.answers[TRIPS] = () => problem(400, 'MALFORMED_REQUEST');
  await user.click(await screen.findByRole('button', { name: 'Matka ja päivärahat' }));
  await screen.findByText('Aiempia matkoja ei saatu haettua juuri nyt.');
});

describe('what the server finds wrong', () => {
  const other = { id: '0193b000-0000-7000-8000-000000000009', number: 1042, day: '09.11.2026' };
  const faulty = (name: string, key: string, more: object = {}) =>
    json(200, {
      valid: false,
      overridable: false,
      problems: [{ field: `billableitems[0].${name}`, key, ...more }],
      remarks: [],
    });

  test('leads to its field in the dialog', async () => {
    const bill = { ...billOf(cardOf()), billableitems: [{ ...travelled, collapsed: true }] };
    const { server, user, id } = openEditor(`/invoice?id=${bill.id}`, { bill });
    server.answers[ALLOWANCES] = () => json(200, oneDay);
    server.answers[TRIPS] = () => json(200, { trips: [] });
    server.answers[`GET /api/person/bill/${id}/validate`] = () =>
      faulty('workTimeInMinutes', 'WORK_LONGER_THAN_TRIP');
    await user.click(await screen.findByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
    await user.click(await screen.findByRole('button', { name: /^Rivi 1, työaika perillä/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Matka ja päivärahat' });
    await waitFor(() =>
      expect(document.activeElement).toBe(field(within(dialog), 'Työaika perillä')),
    );
    within(dialog).getByText('Työaika on pidempi kuin matka.');
  });

  test('links to the bill that stands in the way', async () => {
    const bill = { ...billOf(cardOf()), billableitems: [travelled] };
    const { server, user, id } = openEditor(`/invoice?id=${bill.id}`, { bill });
    server.answers[ALLOWANCES] = () => json(200, oneDay);
    server.answers[TRIPS] = () => json(200, { trips: [] });
    server.answers[`GET /api/person/bill/${id}/validate`] = () =>
      faulty('startdate', 'TRIP_ON_ANOTHER_BILL', { other });
    await user.click(await screen.findByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
    const name = 'Avaa lasku 1042 (matka 09.11.2026)';
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toContain(other.id);
    await user.click(await screen.findByRole('button', { name: /^Rivi 1, lähtöpäivä/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Matka ja päivärahat' });
    await within(dialog).findByRole('link', { name });
    // A change may have put it right.
    type(field(within(dialog), 'Lähtöaika'), '08:00');
    expect(within(dialog).queryByRole('link', { name })).toBeNull();
  });
});
