import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeAccount, HERE, openAccount, PHONE, SAVE_CALL, section } from '@/test/account';
import { json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

const contact = () => section('Yhteystiedot ja työ');
const bank = () => section('Tilinumero');
const password = () => section('Salasana');

const GERMAN = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' };

test('the identity from the bank is shown, and cannot be changed', async () => {
  fakeAccount();
  await openAccount('contact');
  const identity = section('Henkilötiedot');
  expect(identity.getByText('010190-****')).toBeDefined();
  expect(identity.queryByRole('textbox')).toBeNull();
  identity.getByText(/tulivat pankista/);
});

test('an account that does not come can be asked for again', async () => {
  const server = fakeAccount();
  const working = server.answers['GET /api/person']!;
  server.answers['GET /api/person'] = () => problem(400, 'MALFORMED_REQUEST');
  const { user } = openApp('/account');
  const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  server.answers['GET /api/person'] = working;
  await user.click(retry);
  await screen.findByRole('heading', { level: 2, name: 'Tilinumero' });
});

test('money comes first, and what was typed in one tab is there after another', async () => {
  fakeAccount();
  const { user, router } = await openAccount();
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['Raha', 'Yhteystiedot', 'Kirjautuminen', 'Asetukset', 'Tietosuoja']);
  await user.type(screen.getByLabelText('IBAN-tilinumero'), 'FI21');
  await user.click(screen.getByRole('tab', { name: 'Yhteystiedot' }));
  screen.getByRole('heading', { level: 2, name: 'Henkilötiedot' });
  expect(screen.queryByRole('heading', { level: 2, name: 'Tilinumero' })).toBeNull();
  expect(router.state.location.search).toEqual({ tab: 'contact' });
  await user.click(screen.getByRole('tab', { name: 'Raha' }));
  expect(screen.getByLabelText<HTMLInputElement>('IBAN-tilinumero').value).toBe('FI21');
});

test('an address that names a tab opens it', async () => {
  fakeAccount();
  openApp('/account?tab=privacy');
  await screen.findByRole('heading', { level: 2, name: 'Tietosuoja ja omat tiedot' });
  expect(screen.queryByRole('heading', { level: 2, name: 'Tilinumero' })).toBeNull();
});

test.each([
  ['account-number', 'IBAN-tilinumero'],
  ['occupation', 'Ammatti'],
])('an address that names a field leads to it: %s', async (hash, label) => {
  fakeAccount();
  openApp(`/account#${hash}`);
  const field = await screen.findByLabelText(label, { selector: 'input' });
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('a link to a field from another page gives it the focus, and not the title', async () => {
  fakeAccount();
  const { router } = openApp('/calculator');
  await screen.findByRole('heading', { level: 1 });
  await router.navigate({ to: '/account', hash: 'account-number' });
  const field = await screen.findByLabelText('IBAN-tilinumero', { selector: 'input' });
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('an address that names the tax card or the confirmation leads to its button', async () => {
  fakeAccount({ emailConfirmed: false });
  const { router } = openApp('/account#tax-card');
  const card = await screen.findByRole('button', { name: 'Lähetä verokortti' });
  await waitFor(() => expect(document.activeElement).toBe(card));
  await router.navigate({ to: '/account', hash: 'confirm-email' });
  const confirm = screen.getByRole('button', { name: 'Lähetä linkki itselleni' });
  await waitFor(() => expect(document.activeElement).toBe(confirm));
});

describe('contact details', () => {
  test('only what was changed is sent', async () => {
    const server = fakeAccount();
    const { user } = await openAccount('contact');
    await write(user, contact().getByLabelText('Puhelinnumero'), '050 7654321');
    await user.click(contact().getByLabelText('Ammatti'));
    await user.click(await screen.findByRole('option', { name: 'Muusikko', hidden: true }));
    await write(user, contact().getByLabelText('Pääasiallinen työ'), 'Basisti');
    contact().getByText('Tallentamattomia muutoksia');
    await user.click(contact().getByRole('button', { name: 'Tallenna' }));
    await contact().findByText('Tallennettu');
    expect(server.saves()).toEqual([
      {
        phone: '050 7654321',
        professionCode: '2652',
        personSettings: { primaryWork: 'Basisti' },
      },
    ]);
  });

  test('a Finnish postal code has five digits', async () => {
    const server = fakeAccount();
    const { user } = await openAccount('contact');
    await write(user, contact().getByLabelText('Postinumero'), '001');
    await user.click(contact().getByRole('button', { name: 'Tallenna' }));
    await contact().findByText('Postinumerossa on viisi numeroa.');
    expect(server.saves()).toEqual([]);
  });

  test('the town follows from the postal code, until one is typed', async () => {
    const server = fakeAccount();
    for (const [code, city] of [
      ['00100', 'Helsinki'],
      ['33100', 'Tampere'],
    ]) {
      server.answers[`GET /api/customers/postal-codes/${code}`] = () => json(200, { city });
    }
    const { user } = await openAccount('contact');
    await write(user, contact().getByLabelText('Postinumero'), '33100');
    const city = contact().getByLabelText<HTMLInputElement>('Postitoimipaikka');
    await waitFor(() => expect(city.value).toBe('Tampere'));
    await user.click(contact().getByRole('button', { name: 'Tallenna' }));
    await contact().findByText('Tallennettu');
    expect(server.saves()).toEqual([{ postalcode: '33100', city: 'Tampere' }]);
    await write(user, city, 'Näsijärvi');
    await write(user, contact().getByLabelText('Postinumero'), '00100');
    await user.click(contact().getByRole('button', { name: 'Tallenna' }));
    await contact().findByText('Tallennettu');
    expect(server.saves().at(-1)).toEqual({ postalcode: '00100', city: 'Näsijärvi' });
  });

  test('what another device saved of other fields is joined with what was typed', async () => {
    const server = fakeAccount();
    const { user } = await openAccount('contact');
    await write(user, contact().getByLabelText('Puhelinnumero'), '050 7654321');
    server.saveElsewhere({ city: 'Espoo' });
    await user.click(contact().getByRole('button', { name: 'Tallenna' }));
    await contact().findByText('Tallennettu');
    expect(contact().getByLabelText<HTMLInputElement>('Postitoimipaikka').value).toBe('Espoo');
    expect(server.saves().at(-1)).toEqual({ phone: '050 7654321' });
  });

  test('where another device saved the same field, nothing typed is lost', async () => {
    const server = fakeAccount();
    const { user } = await openAccount('contact');
    const phone = contact().getByLabelText<HTMLInputElement>('Puhelinnumero');
    await write(user, phone, '050 7654321');
    server.saveElsewhere({ phone: '09 111222' });
    await user.click(contact().getByRole('button', { name: 'Tallenna' }));
    const note = within(await contact().findByRole('alert'));
    note.getByText('Puhelinnumero: 09 111222');
    expect(phone.value).toBe('050 7654321');
    await user.click(note.getByRole('button', { name: 'Tallenna kirjoittamani' }));
    await contact().findByText('Tallennettu');
    expect(phone.value).toBe('050 7654321');
    expect(contact().queryByRole('alert')).toBeNull();
  });

  test('and what was saved elsewhere can be taken instead', async () => {
    const server = fakeAccount();
    const { user } = await openAccount('contact');
    const phone = contact().getByLabelText<HTMLInputElement>('Puhelinnumero');
    await write(user, phone, '050 7654321');
    server.saveElsewhere({ phone: '09 111222' });
    await user.click(contact().getByRole('button', { name: 'Tallenna' }));
    await user.click(
      await contact().findByRole('button', { name: 'Käytä toisaalla tallennettua' }),
    );
    expect(phone.value).toBe('09 111222');
    expect(contact().queryByText('Tallentamattomia muutoksia')).toBeNull();
  });
});

describe('the bank account', () => {
  test('a number that no bank has is refused kindly, at its field', async () => {
    const server = fakeAccount();
    const { user } = await openAccount();
    await write(user, bank().getByLabelText('IBAN-tilinumero'), 'de2112345600000786');
    await write(user, bank().getByLabelText('BIC-tunnus'), 'nope');
    await user.click(bank().getByRole('button', { name: 'Tallenna' }));
    await bank().findByText('Tarkista tilinumero (IBAN).');
    bank().getByText('Tarkista pankin tunnus (BIC).');
    expect(document.activeElement).toBe(bank().getByLabelText('IBAN-tilinumero'));
    expect(server.saves()).toEqual([]);
  });

  test('a number falls into groups of four as it is typed, the caret staying in place', async () => {
    fakeAccount();
    const { user } = await openAccount();
    const iban = bank().getByLabelText<HTMLInputElement>('IBAN-tilinumero');
    await user.type(iban, 'fi2112345');
    expect(iban.value).toBe('FI21 1234 5');
    iban.setSelectionRange(3, 3);
    await user.keyboard('9');
    expect(iban.value).toBe('FI29 1123 45');
    expect(iban.selectionStart).toBe(4);
  });

  test('a Finnish account takes the bank that the server finds, not the one before', async () => {
    const server = fakeAccount(GERMAN);
    const { user } = await openAccount();
    await write(user, bank().getByLabelText('IBAN-tilinumero'), 'FI2112345600000785');
    await write(user, bank().getByLabelText('Nykyinen salasana'), 'salasana');
    await user.click(bank().getByRole('button', { name: 'Tallenna' }));
    await bank().findByText('Tallennettu');
    expect(server.saves()).toEqual([
      { iban: 'FI21 1234 5600 0007 85', bic: '', currentPassword: 'salasana' },
    ]);
  });

  test('the bank of a Finnish account has a name, and its identifier no field', async () => {
    fakeAccount({ iban: 'FI21 1234 5600 0007 85', bic: 'NDEAFIHH' });
    const { user } = await openAccount();
    bank().getByText('Pankki: Nordea');
    expect(bank().queryByLabelText('BIC-tunnus')).toBeNull();
    await write(user, bank().getByLabelText('IBAN-tilinumero'), 'FI4250001510000023');
    expect(bank().queryByText('Pankki: Nordea')).toBeNull();
  });

  test('a foreign account does not keep the bank of the one before', async () => {
    const server = fakeAccount({ iban: 'FI21 1234 5600 0007 85', bic: 'NDEAFIHH' });
    const { user } = await openAccount();
    await write(user, bank().getByLabelText('IBAN-tilinumero'), GERMAN.iban);
    expect(bank().getByLabelText<HTMLInputElement>('BIC-tunnus').value).toBe('');
    await write(user, bank().getByLabelText('BIC-tunnus'), GERMAN.bic);
    await write(user, bank().getByLabelText('Nykyinen salasana'), 'salasana');
    await user.click(bank().getByRole('button', { name: 'Tallenna' }));
    await bank().findByText('Tallennettu');
    expect(server.saves()).toEqual([{ ...GERMAN, currentPassword: 'salasana' }]);
  });

  test('the first number is saved as it is; another one takes the password, and says why', async () => {
    const server = fakeAccount();
    const { user } = await openAccount();
    const iban = bank().getByLabelText('IBAN-tilinumero');
    await write(user, iban, 'FI2112345600000785');
    await user.click(bank().getByRole('button', { name: 'Tallenna' }));
    await bank().findByText('Tallennettu');
    expect(server.saves()).toEqual([{ iban: 'FI21 1234 5600 0007 85', bic: '' }]);
    expect(bank().queryByLabelText('Nykyinen salasana')).toBeNull();
    await write(user, iban, 'FI4250001510000023');
    bank().getByText(/että juuri sinä vaihdat palkkasi tilin/);
    await user.click(bank().getByRole('button', { name: 'Tallenna' }));
    await bank().findByText('Salasana puuttuu.');
    expect(server.saves()).toHaveLength(1);
    await user.click(bank().getByRole('button', { name: 'Peru muutokset' }));
    expect(bank().queryByLabelText('Nykyinen salasana')).toBeNull();
  });
});

describe('the password', () => {
  const fill = async (user: Awaited<ReturnType<typeof openAccount>>['user'], again: string) => {
    await write(user, password().getByLabelText('Nykyinen salasana'), 'vanha-salasana');
    await write(user, password().getByLabelText('Uusi salasana'), 'uusi-salasana');
    await write(user, password().getByLabelText('Uusi salasana uudelleen'), again);
    await user.click(password().getByRole('button', { name: 'Vaihda salasana' }));
  };

  test('its three errors stand at their fields', async () => {
    const server = fakeAccount();
    server.answers[SAVE_CALL] = () =>
      json(422, {
        errorKey: 'INVALID_FIELDS',
        message: '',
        fields: [{ field: 'currentPassword', key: 'account.incorrect-password' }],
      });
    const { user } = await openAccount('login');
    await user.click(password().getByRole('button', { name: 'Vaihda salasana' }));
    await password().findByText('Salasana puuttuu.');
    await fill(user, 'toinen-salasana');
    await password().findByText('Salasanat eivät täsmää.');
    expect(server.saves()).toEqual([]);
    await fill(user, 'uusi-salasana');
    await password().findByText('Nykyinen salasana on väärin.');
  });

  test('once it is changed the form is empty and shows no errors', async () => {
    const server = fakeAccount();
    const { user } = await openAccount('login');
    await fill(user, 'uusi-salasana');
    await screen.findByText(/muut laitteesi on kirjattu ulos/);
    expect(server.saves()).toEqual([
      { currentPassword: 'vanha-salasana', password: 'uusi-salasana' },
    ]);
    expect(password().getByLabelText<HTMLInputElement>('Nykyinen salasana').value).toBe('');
    expect(password().queryByText('Salasana puuttuu.')).toBeNull();
    await waitFor(() => expect(server.sent('GET /api/person/sessions')).toHaveLength(2));
  });
});

test('a notice is switched off by itself, and one that fails is shown as it is', async () => {
  const server = fakeAccount();
  const { user } = await openAccount('settings');
  const notice = screen.getByRole<HTMLInputElement>('switch', { name: 'Palkkani on maksettu' });
  await user.click(notice);
  await screen.findByText('Tietosi on tallennettu.');
  expect(server.saves()).toEqual([{ notifications: { salaryPaid: false } }]);
  expect(notice.checked).toBe(false);
  server.answers[SAVE_CALL] = () => problem(500, 'contactAdmin');
  await user.click(notice);
  await waitFor(() => expect(server.saves()).toHaveLength(2));
  await waitFor(() => expect(notice.checked).toBe(false));
});

test('the address search is switched off in the profile', async () => {
  const server = fakeAccount();
  const { user } = await openAccount('settings');
  await user.click(screen.getByRole('switch', { name: 'Ehdota osoitteita, kun kirjoitan' }));
  await waitFor(() =>
    expect(server.saves()).toEqual([{ personSettings: { disableAddressSearch: true } }]),
  );
});

describe('unsaved changes', () => {
  test('are asked about before the page is left', async () => {
    fakeAccount();
    const { user, router } = await openAccount('contact');
    await write(user, contact().getByLabelText('Puhelinnumero'), '050');
    await user.click(screen.getByRole('link', { name: 'Tietosuojaseloste' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Poistutaanko/ }));
    await user.click(dialog.getByRole('button', { name: 'Jää sivulle' }));
    expect(router.state.location.pathname).toBe('/account');
    expect(contact().getByLabelText<HTMLInputElement>('Puhelinnumero').value).toBe('050');
    await user.click(contact().getByRole('button', { name: 'Peru muutokset' }));
    await user.click(screen.getByRole('link', { name: 'Tietosuojaseloste' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/privacy'));
  });
});

describe('signed-in devices', () => {
  const sessions = () => section('Kirjautuneet laitteet');

  test('are named, and this one is marked', async () => {
    fakeAccount();
    await openAccount('login');
    const [here, phone] = await sessions().findAllByRole('listitem');
    within(here!).getByText('Firefox, Linux');
    within(here!).getByText('Tämä laite');
    expect(within(here!).queryByRole('button')).toBeNull();
    within(phone!).getByText('Safari, iPhone');
  });

  test('one is signed out, or all the others', async () => {
    const server = fakeAccount();
    const end = () => new Response(null, { status: 204 });
    server.answers[`DELETE /api/person/sessions/${PHONE.id}`] = end;
    server.answers['DELETE /api/person/sessions'] = end;
    const { user } = await openAccount('login');
    await user.click(await sessions().findByRole('button', { name: 'Kirjaa muut laitteet ulos' }));
    await waitFor(() => expect(server.sent('DELETE /api/person/sessions')).toHaveLength(1));
    server.answers['GET /api/person/sessions'] = () => json(200, [HERE]);
    await user.click(sessions().getByRole('button', { name: 'Kirjaa ulos: Safari, iPhone' }));
    await sessions().findByText('Et ole kirjautunut muualla.');
    expect(document.activeElement).toBe(sessions().getByRole('list'));
    expect(server.sent(`DELETE /api/person/sessions/${PHONE.id}`)).toHaveLength(1);
  });
});

test('the removal of the account is asked for, explained and withdrawn', async () => {
  const server = fakeAccount();
  const { user } = await openAccount('privacy');
  const privacy = section('Tietosuoja ja omat tiedot');
  await user.click(privacy.getByRole('button', { name: 'Pyydä tunnuksen poistamista' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/kuusi vuotta, palkkoja kymmenen/);
  await user.click(dialog.getByRole('button', { name: 'Pyydä poistamista' }));
  await privacy.findByText(/Pyysit tunnuksesi poistamista 16.11.2026 10:00/);
  await user.click(privacy.getByRole('button', { name: 'Peru poistopyyntö' }));
  await privacy.findByRole('button', { name: 'Pyydä tunnuksen poistamista' });
  expect(server.sent('POST /api/person/deletion-request')).toHaveLength(1);
});
