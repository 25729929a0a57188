import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { TaxInfo } from '@/api/info';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { taxInfoOf, taxPath } from '@/test/info';
import { openApp } from '@/test/openApp';

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ');

/** The page of an employee, or of a light entrepreneur, in November 2026. */
function open(
  differences: Partial<TaxInfo> = {},
  { address = '/tax', workerType = 'WORKER' } = {},
) {
  const info = taxInfoOf(differences);
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: { ...worker, personSettings: { workerType } } }),
    [`GET ${taxPath(2025)}`]: () => json(200, taxInfoOf({ ...differences, year: 2025 })),
    [`GET ${taxPath(info.year)}`]: () => json(200, info),
  });
  return { server, ...openApp(address) };
}

const guide = async () =>
  within(await screen.findByRole('region', { name: 'Mitä veroilmoitukseen' }));

describe('the year', () => {
  test('is the previous one unless another of the last six is chosen', async () => {
    const { server, user } = open();
    await guide();
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Vuosi' });
    expect(choice.value).toBe('2025');
    expect([...choice.options].map(({ value }) => value)).toEqual([
      '2026',
      '2025',
      '2024',
      '2023',
      '2022',
      '2021',
    ]);
    server.answers[`GET ${taxPath(2023)}`] = () => json(200, taxInfoOf({ year: 2023, wages: 77 }));
    await user.selectOptions(choice, '2023');
    await screen.findAllByText(/^77,00/);
    expect(window.location.search).toBe('?year=2023');
  });

  test('is one of those that the server has', async () => {
    open({ years: [2026, 2025] });
    await guide();
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Vuosi' });
    expect([...choice.options].map(({ value }) => value)).toEqual(['2026', '2025']);
  });

  test('in the address is understood, and one that there is not is the previous one', async () => {
    open({ year: 2026 }, { address: '/tax?year=2026' });
    await screen.findByText('Vuosi 2026 on kesken: luvut kasvavat jokaisesta palkasta.');
    open({}, { address: '/tax?year=1999' });
    await guide();
  });

  test('in which nothing was paid says so', async () => {
    const months = taxInfoOf().months.map(({ month }) => ({ month, hasTrips: false }));
    open({ salaries: 0, months });
    await screen.findByText(/^Vuonna 2025 sinulle ei maksettu palkkaa/);
    expect(screen.queryByRole('region', { name: 'Mitä veroilmoitukseen' })).toBeNull();
  });

  test('that could not be fetched is tried again', async () => {
    const { server, user } = open();
    server.answers[`GET ${taxPath(2025)}`] = () => problem(422, 'ERROR');
    const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
    server.answers[`GET ${taxPath(2025)}`] = () => json(200, taxInfoOf());
    await user.click(retry);
    await guide();
  });

  test('stays on the page when it could not be fetched anew', async () => {
    const { server, user, queryClient } = open();
    await guide();
    server.answers[`GET ${taxPath(2023)}`] = () => json(200, taxInfoOf({ year: 2023, wages: 77 }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Vuosi' }), '2023');
    await screen.findAllByText(/^77,00/);
    for (const year of [2025, 2023]) {
      server.answers[`GET ${taxPath(year)}`] = () => problem(422, 'ERROR');
    }
    await queryClient.refetchQueries({ queryKey: ['tax-info'] });
    await waitFor(() => {
      const states = queryClient.getQueryCache().findAll({ queryKey: ['tax-info'] });
      expect(states.map(({ state }) => state.status)).toEqual(['error', 'error']);
    });
    expect(screen.queryByRole('button', { name: 'Yritä uudelleen' })).toBeNull();
    screen.getByRole('combobox', { name: 'Vuosi' });
    screen.getAllByText(/^77,00/);
  });
});

test('every figure is in its place', async () => {
  open();
  await guide();
  const names = {
    'Veronalainen palkka': '24 012,11 €',
    Ennakonpidätys: '4 802,42 €',
    'Oma työeläkemaksu (TyEL)': '1 752,88 €',
    'Oma työttömyysvakuutusmaksu': '213,71 €',
    'Maksettuja palkkoja': '11',
    Ajettu: '1 234,5 km',
    'Keskimäärin laskua kohden': '102,9 km',
    'Päiviä, joina ajettu': '12',
    Kilometrikorvaukset: '728,36 €',
    'Korvaus keskimäärin laskua kohden': '60,70 €',
    Kokopäivärahoja: '8',
    Osapäivärahoja: '3',
    Ateriakorvauksia: '2',
    Ulkomaanpäivärahat: '70,00 €',
    'Lisääntyneet elantokustannukset yhteensä': '496,00 €',
    'Verottomat korvaukset yhteensä': '1 224,36 €',
    'Korvatut kuitit': '97,00 €',
  };
  const figure = (name: string) =>
    plain(screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent);
  const shown = Object.fromEntries(Object.keys(names).map((name) => [name, figure(name)]));
  expect(shown).toEqual(names);
});

describe('the guide', () => {
  const fields = (part: Awaited<ReturnType<typeof guide>>) =>
    part.getAllByRole('listitem').map((item) => plain(item.firstElementChild?.textContent));

  test('of an employee compares the contributions to the cent, and leaves YEL out', async () => {
    open();
    const part = await guide();
    expect(fields(part)).toEqual([
      'PalkkatulotValmiina, vertaa',
      'EnnakonpidätysValmiina, vertaa',
      'Palkansaajan eläke- ja työttömyysvakuutusmaksutValmiina, vertaa',
      'Verovapaat matkakustannusten korvauksetValmiina, vertaa',
      'Palkkatulojen tulonhankkimismenotLisää itse, jos on',
      'Asunnon ja työpaikan väliset matkatLisää itse, jos on',
    ]);
    part.getByText(/^1.966,59.€$/);
    part.getByText(/^Maksajana on Liksa Oy/);
  });

  test('of a light entrepreneur has YEL, and no contributions that were not paid', async () => {
    const none = { pensionContributions: 0, unemploymentContributions: 0 };
    const differences = { ...none, taxFreeReimbursements: 0, yelContributions: 244.4 };
    open(differences, { workerType: 'ENTREPRENEUR' });
    const part = await guide();
    const names = fields(part).join();
    expect(names).toContain('Yrittäjän eläkevakuutusmaksut (YEL)');
    expect(names).not.toContain('työttömyysvakuutusmaksut');
    expect(names).not.toContain('Verovapaat');
    part.getByText(/^244,40/);
    const more = part.getByRole('link', { name: 'Lue lisää: YEL, yrittäjän eläkevakuutus' });
    expect(more.getAttribute('href')).toBe('/help/yel');
  });
});

describe('the papers', () => {
  test('are of the whole year and of each month with trips', async () => {
    open();
    await guide();
    const part = within(screen.getByRole('region', { name: 'Matkalaskut' }));
    const days = part
      .getAllByRole('link')
      .map((link) => new URL(link.getAttribute('href') ?? '', location.href))
      .map(({ pathname, searchParams }) => [
        pathname.replace(`/api/travel-expense/${worker.id}/`, ''),
        searchParams.get('from'),
        searchParams.get('to'),
        searchParams.get('content-disposition'),
      ]);
    expect(days).toEqual([
      ['pdf', '01.01.2025', '31.12.2025', 'attachment'],
      ['taxfree/pdf', '01.01.2025', '31.12.2025', 'attachment'],
      ['pdf', '01.02.2025', '28.02.2025', 'attachment'],
      ['taxfree/pdf', '01.02.2025', '28.02.2025', 'attachment'],
      ['pdf', '01.06.2025', '30.06.2025', 'attachment'],
      ['taxfree/pdf', '01.06.2025', '30.06.2025', 'attachment'],
    ]);
    const paper = part.getByRole('link', { name: 'Matkat ja kuitit, Helmikuu 2025' });
    expect(paper.hasAttribute('download')).toBe(true);
  });

  test('are none in a year without trips', async () => {
    const months = taxInfoOf().months.map(({ month }) => ({ month, hasTrips: false }));
    open({ months });
    await screen.findByText('Vuodelta 2025 ei ole maksettuja matkoja.');
    expect(screen.queryByRole('link', { name: /Matkat ja kuitit/ })).toBeNull();
  });
});

test('the page is there in English', async () => {
  const { user } = open();
  await guide();
  await user.click(screen.getByRole('radio', { name: 'English' }));
  await screen.findByRole('heading', { level: 1, name: 'Tax information' });
  screen.getByText('Expenses for the production of wage income');
});

test('a visitor signs in first', async () => {
  fakeServer();
  openApp('/tax');
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});
