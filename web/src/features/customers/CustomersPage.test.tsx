import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { SavedCustomer } from '@/api/customers';
import { chosen, company, fakeRegister, stranger } from '@/test/customers';
import { json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

async function open(register: readonly SavedCustomer[] = [company, stranger]) {
  const server = fakeRegister(register);
  const { user } = openApp('/customers');
  const field = await screen.findByLabelText('Nimi tai Y-tunnus');
  return { server, user, field };
}

async function chooseRemoval(user: UserEvent) {
  await user.click(
    await screen.findByRole('button', { name: 'Lisää toimintoja: Kesäteatteri Oy' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Poista listalta', hidden: true }));
}

describe('the search', () => {
  test('is made a moment after typing, once', async () => {
    const { server, user, field } = await open();
    // A pause of a slow machine between two keys would be one after typing.
    await user.click(field);
    await user.paste('Ketun');
    await screen.findByText('Löytyi yksi asiakas.');
    expect(server.searches).toEqual(['Ketun']);
  });

  test('is made at once by Enter and by the button', async () => {
    const { server, user, field } = await open();
    await user.type(field, 'Ke{Enter}');
    await screen.findByText('Löytyi 2 asiakasta.');
    await user.click(screen.getByRole('button', { name: 'Hae' }));
    await waitFor(() => expect(server.searches).toEqual(['Ke', 'Ke']));
  });

  test('is made from the address, as the command palette leads here', async () => {
    const server = fakeRegister([company, stranger]);
    openApp('/customers?search=Ketun');
    await screen.findByText('Löytyi yksi asiakas.');
    expect(screen.getByDisplayValue('Ketun')).toBe(screen.getByLabelText('Nimi tai Y-tunnus'));
    expect(server.searches).toEqual(['Ketun']);
  });

  test('asks for two characters at least', async () => {
    const { server, user, field } = await open();
    await user.type(field, 'K{Enter}');
    await screen.findByText('Kirjoita vähintään kaksi merkkiä.');
    expect(server.searches).toEqual([]);
  });

  test('that fails says why and can be made again', async () => {
    const { server, user, field } = await open();
    const working = server.answers['GET /api/sharedcustomers']!;
    server.answers['GET /api/sharedcustomers'] = () => problem(503, 'contactAdmin');
    await user.type(field, 'Ketun');
    const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
    server.answers['GET /api/sharedcustomers'] = working;
    await user.click(retry);
    await screen.findByText('Löytyi yksi asiakas.');
  });

  test('puts one that is not saved yet on the list', async () => {
    const { server, user, field } = await open();
    await user.type(field, 'Ketun{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Lisää listalle: Ketunkolo ry' }));
    await screen.findByText('Asiakas on tallennettu listallesi.');
    expect(server.sent(`POST ${server.listOf(stranger)}`)).toHaveLength(1);
    const list = screen.getByRole('list', { name: 'Omat asiakkaat' });
    expect(within(list).getByText('Ketunkolo ry')).toBeDefined();
    const results = screen.getByRole('list', { name: 'Hakutulokset' });
    expect(within(results).getByText('Listallasi')).toBeDefined();
  });

  test('tells when saving to the list fails', async () => {
    const { server, user, field } = await open();
    server.answers[`POST ${server.listOf(stranger)}`] = () => problem(500, 'contactAdmin');
    await user.type(field, 'Ketun{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Lisää listalle: Ketunkolo ry' }));
    await screen.findByText('Asiakasta ei voitu tallentaa.');
  });
});

test('all that is found is counted and can be reached', async () => {
  const many = Array.from({ length: 25 }, (_, place) => ({
    ...stranger,
    id: `0193a000-0000-7000-8000-0000000001${place + 10}`,
    name: `Kettu ${place + 10}`,
  }));
  const { user, field } = await open(many);
  await user.type(field, 'kettu{Enter}');
  await screen.findByText('Löytyi 25 asiakasta, joista näkyvissä 20.');
  await user.click(screen.getByRole('button', { name: 'Näytä lisää' }));
  await screen.findByText('Löytyi 25 asiakasta.');
  expect(screen.getByText('Kettu 34')).toBeDefined();
});

test('a customer can be added at once', async () => {
  const { user } = await open([]);
  await user.click(await screen.findByRole('button', { name: 'Lisää uusi asiakas' }));
  await screen.findByRole('dialog', { name: 'Uusi asiakas' });
});

describe('the saved customers', () => {
  test('say what was invoiced and when last, also after an edit', async () => {
    const { server, user } = await open([
      { ...company, billed: 1600, lastBilled: '16.11.2026' },
      chosen,
    ]);
    const billed = /Laskutettu 1.600,00.€ \(alv 0.%\), viimeksi 16\.11\.2026$/;
    await screen.findByText(billed);
    screen.getByText(/Ei vielä laskuja$/);
    server.answers[`PUT /api/sharedcustomers/${company.id}`] = () =>
      json(200, {
        ...company,
        id: '0193a000-0000-7000-8000-0000000000d1',
        name: 'Talviteatteri Oy',
      });
    await user.click(screen.getByRole('button', { name: 'Muokkaa: Kesäteatteri Oy' }));
    await user.click(await screen.findByRole('button', { name: 'Tallenna muutokset' }));
    await screen.findByText('Talviteatteri Oy');
    screen.getByText(billed);
    expect(screen.queryByText('Kesäteatteri Oy')).toBeNull();
  });

  test('registerTexts the first step when there are none', async () => {
    const { user, field } = await open([]);
    await user.click(await screen.findByRole('button', { name: 'Etsi ensimmäinen asiakas' }));
    expect(document.activeElement).toBe(field);
  });

  test('that cannot be fetched can be asked for again', async () => {
    const server = fakeRegister([company]);
    const working = server.answers[server.savedCall]!;
    server.answers[server.savedCall] = () => problem(400, 'MALFORMED_REQUEST');
    const { user } = openApp('/customers');
    const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
    server.answers[server.savedCall] = working;
    await user.click(retry);
    await screen.findByText('Kesäteatteri Oy');
  });

  test('show the details, and of a company that is not one’s own what is shared', async () => {
    const { user, field } = await open();
    await user.click(await screen.findByRole('button', { name: 'Näytä tiedot: Kesäteatteri Oy' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'Asiakkaan tiedot' }));
    await dialog.findByText('Basware');
    expect(dialog.getByText('laskut@kesateatteri.example')).toBeDefined();
    expect(dialog.queryByText(/kaikille yhteiset/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Sulje' }));

    await user.type(field, 'Ketun{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Näytä tiedot: Ketunkolo ry' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Asiakkaan tiedot' }));
    await dialog.findByText(/kaikille yhteiset/);
    expect(dialog.queryByText('Puhelin')).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Muokkaa' })).toBeNull();
  });

  test('are removed after a confirmation', async () => {
    const { server, user } = await open();
    const removal = `DELETE ${server.listOf(company)}`;
    const remove = () => chooseRemoval(user);
    await remove();
    let dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Peruuta' }));
    expect(server.sent(removal)).toEqual([]);

    await remove();
    dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Poista listalta' }));
    await screen.findByText('Asiakas on poistettu listaltasi.');
    expect(server.sent(removal)).toHaveLength(1);
    await screen.findByText('Listallasi ei ole vielä asiakkaita');
  });

  test('stay when removing one fails', async () => {
    const { server, user } = await open();
    server.answers[`DELETE ${server.listOf(company)}`] = () => problem(500, 'contactAdmin');
    await chooseRemoval(user);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Poista listalta' }));
    await screen.findByText('Asiakasta ei voitu poistaa.');
    expect(screen.getByText('Kesäteatteri Oy')).toBeDefined();
  });

  test('that others bill too keep their name, and their delivery can be changed', async () => {
    const { server, user } = await open([{ ...chosen, email: 'vanha@ketunkolo.example' }]);
    const call = `PUT /api/sharedcustomers/${chosen.id}`;
    server.answers[call] = () => json(200, chosen);
    await user.click(await screen.findByRole('button', { name: 'Muokkaa: Ketunkolo ry' }));
    const form = within(await screen.findByRole('dialog', { name: 'Muokkaa asiakasta' }));
    expect(form.getByText(/Muutkin laskuttavat tätä yritystä/)).toBeDefined();
    expect(form.queryByLabelText(/^Yrityksen nimi/)).toBeNull();
    await user.clear(form.getByLabelText(/^Sähköposti/, { selector: '[type=email]' }));
    await user.type(
      form.getByLabelText(/^Sähköposti/, { selector: '[type=email]' }),
      'uusi@ketunkolo.example',
    );
    await user.type(form.getByLabelText(/^Puhelin/), '040 1234567');
    await user.click(form.getByRole('button', { name: 'Tallenna muutokset' }));
    await waitFor(() => expect(server.sent(call)).toHaveLength(1));
    expect(JSON.parse(server.sent(call)[0] ?? '')).toMatchObject({
      name: 'Ketunkolo ry',
      businessid: chosen.businessid,
      email: 'uusi@ketunkolo.example',
    });
  });

  test('are changed', async () => {
    const { server, user } = await open([company]);
    const call = `PUT /api/sharedcustomers/${company.id}`;
    const changed = { ...company, id: '0193a000-0000-7000-8000-0000000000c8', city: 'Turku' };
    server.answers[call] = () => json(200, changed);
    await user.click(await screen.findByRole('button', { name: 'Muokkaa: Kesäteatteri Oy' }));
    const form = within(await screen.findByRole('dialog', { name: 'Muokkaa asiakasta' }));
    await user.clear(form.getByLabelText(/^Postitoimipaikka/));
    await user.type(form.getByLabelText(/^Postitoimipaikka/), 'Turku');
    await user.click(form.getByRole('button', { name: 'Tallenna muutokset' }));
    await screen.findByText(/Turku/);
    expect(screen.queryByText(/Helsinki/)).toBeNull();
    const [sent = ''] = server.sent(call);
    expect(JSON.parse(sent)).toMatchObject({ version: 3, city: 'Turku', businessid: '2077474-0' });
  });
});
