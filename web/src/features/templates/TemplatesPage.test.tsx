import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Template } from '@/api/templates';
import { json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';
import {
  DELETE_CALL,
  fakeTemplates,
  hiddenTemplate,
  LIST_CALL,
  NEW_ID,
  rowTemplate,
  saveCall,
  textTemplate,
} from '@/test/templates';

async function open(templates: readonly Template[] = [rowTemplate, textTemplate, hiddenTemplate]) {
  const server = fakeTemplates(templates);
  const { user } = openApp('/templates');
  await screen.findByRole('heading', { level: 1, name: 'Pohjat' });
  return { server, user };
}

const box = (name: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Valitse: ${name}` });
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);

/** Presses a button of the question that is being asked. */
async function confirm(user: Awaited<ReturnType<typeof open>>['user'], name: string) {
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
}

test('each template tells what it puts on the invoice', async () => {
  await open();
  await screen.findByText(/^Äänitekniikka · 7,5 × 45,00\s€$/);
  expect(screen.getAllByText('Kiitos yhteistyöstä!')).toHaveLength(2);
});

test('without templates the page tells how to get some', async () => {
  await open([]);
  await screen.findByText('Sinulla ei ole vielä pohjia');
});

test('a list that does not come can be asked for again', async () => {
  const server = fakeTemplates([rowTemplate]);
  const working = server.answers[LIST_CALL]!;
  server.answers[LIST_CALL] = () => problem(400, 'MALFORMED_REQUEST');
  const { user } = openApp('/templates');
  const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  server.answers[LIST_CALL] = working;
  await user.click(retry);
  await box('Keikkapäivä');
});

test('one button selects all, then the hidden ones, then none', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Valitse kaikki' }));
  expect(boxes()).toEqual([true, true, true]);
  await user.click(screen.getByRole('button', { name: 'Valitse vain piilotetut' }));
  expect(boxes()).toEqual([false, false, true]);
  expect(screen.getByText('Valittu 1/3')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Poista valinnat' }));
  expect(boxes()).toEqual([false, false, false]);
  expect(screen.queryByRole('button', { name: 'Poista valitut' })).toBeNull();
});

describe('deleting', () => {
  test('one is confirmed, and can be undone', async () => {
    const { server, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Poista: Keikkapäivä' }));
    await confirm(user, 'Peruuta');
    expect(server.sent(DELETE_CALL)).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Poista: Keikkapäivä' }));
    const question = within(await screen.findByRole('dialog', { name: 'Poistetaanko pohja?' }));
    question.getByText(/^Pohja ”Keikkapäivä” poistuu\./);
    await confirm(user, 'Poista');
    await screen.findByText('Pohja on poistettu.');
    expect(server.sent(DELETE_CALL)).toEqual([JSON.stringify({ ids: [rowTemplate.id] })]);
    expect(screen.queryByText('Keikkapäivä')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Kumoa' }));
    await box('Keikkapäivä');
    const { kind, name, showInResult, row } = rowTemplate;
    expect(server.saved).toEqual([{ id: rowTemplate.id, body: { kind, name, showInResult, row } }]);
  });

  test('many happens in one call, and the empty page can bring them back', async () => {
    const { server, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Valitse kaikki' }));
    await user.click(screen.getByRole('button', { name: 'Poista valitut' }));
    const question = within(await screen.findByRole('dialog', { name: 'Poistetaanko 3 pohjaa?' }));
    question.getByText(/^Valitut pohjat poistuvat\./);
    await confirm(user, 'Poista');
    await screen.findByText('3 pohjaa on poistettu.');
    await screen.findByText('Sinulla ei ole vielä pohjia');
    const ids = [rowTemplate.id, textTemplate.id, hiddenTemplate.id];
    expect(server.sent(DELETE_CALL)).toEqual([JSON.stringify({ ids })]);
    await user.click(screen.getByRole('button', { name: 'Kumoa' }));
    await box('Vanha teksti');
    expect(server.saved.map(({ id }) => id)).toEqual(ids);
  });

  test('that fails leaves the template and says so', async () => {
    const { server, user } = await open();
    server.answers[DELETE_CALL] = () => problem(500, 'contactAdmin');
    await user.click(await screen.findByRole('button', { name: 'Poista: Kiitos' }));
    await confirm(user, 'Poista');
    await screen.findByText('Pohjaa ei voitu poistaa.');
    await box('Kiitos');
  });
});

test('a template is hidden from the picker and shown again', async () => {
  const { server, user } = await open();
  const shown = await screen.findByRole('switch', { name: 'Näytetään valikossa: Kiitos' });
  await user.click(shown);
  await waitFor(() => expect(server.saved).toHaveLength(1));
  expect(server.saved[0]).toEqual({
    id: textTemplate.id,
    body: { kind: 'TEXT', name: 'Kiitos', showInResult: false, text: 'Kiitos yhteistyöstä!' },
  });
  await user.click(shown);
  await waitFor(() => expect(server.saved.at(-1)?.body.showInResult).toBe(true));
});

test('a switch whose change is refused goes back', async () => {
  const { server, user } = await open();
  server.answers[saveCall(textTemplate.id)] = () => problem(500, 'contactAdmin');
  const shown = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'Näytetään valikossa: Kiitos',
  });
  await user.click(shown);
  await screen.findByText(/Palvelussa tapahtui virhe/);
  expect(shown.checked).toBe(true);
});

describe('the window of a template', () => {
  async function openNew() {
    const { server, user } = await open([]);
    await user.click(screen.getByRole('button', { name: 'Uusi pohja' }));
    const form = within(await screen.findByRole('dialog', { name: 'Uusi pohja' }));
    return { server, user, form, submit: form.getByRole('button', { name: 'Tallenna pohja' }) };
  }

  test('makes a row with comma decimals', async () => {
    const { server, user, form, submit } = await openNew();
    await write(user, form.getByLabelText(/^Nimi/), 'Valokuvaus');
    await write(user, form.getByLabelText(/^Työn kuvaus/), ' Valokuvaus, puoli päivää ');
    await user.click(form.getByLabelText('Määrä × yksikköhinta'));
    await write(user, form.getByLabelText('Määrä'), '7,5');
    await write(user, form.getByLabelText(/^Veroton yksikköhinta/), '1 045,50');
    await user.click(submit);
    await box('Valokuvaus');
    expect(server.saved).toEqual([
      {
        id: NEW_ID,
        body: {
          kind: 'ROW',
          name: 'Valokuvaus',
          showInResult: true,
          row: {
            type: 'AMOUNT',
            destination: 'Valokuvaus, puoli päivää',
            alv: null,
            alvPrice: null,
            hourlyprice: '1045.5',
            billableWorkHours: '7.5',
          },
        },
      },
    ]);
  });

  test('makes a text', async () => {
    const { server, user, form, submit } = await openNew();
    await user.click(form.getByLabelText('Teksti'));
    await write(user, form.getByLabelText(/^Nimi/), 'Kiitos');
    await write(user, form.getByLabelText(/^Laskulle tuleva teksti/), 'Kiitos!');
    await user.click(submit);
    await box('Kiitos');
    expect(server.saved[0]?.body).toEqual({
      kind: 'TEXT',
      name: 'Kiitos',
      showInResult: true,
      text: 'Kiitos!',
    });
  });

  test('tells what is missing or wrong, and sends nothing', async () => {
    const { server, user, form, submit } = await openNew();
    await write(user, form.getByLabelText(/^Veroton hinta/), 'paljon');
    await user.click(submit);
    expect(await form.findAllByText('Pakollinen tieto')).toHaveLength(2);
    expect(form.getByText('Virheellinen luku.')).toBeDefined();
    expect(server.saved).toEqual([]);
  });

  test('changes a template and keeps whether it is shown', async () => {
    const { server, user } = await open([hiddenTemplate]);
    await user.click(await screen.findByRole('button', { name: 'Muokkaa: Vanha teksti' }));
    const form = within(await screen.findByRole('dialog', { name: 'Muokkaa pohjaa' }));
    await write(user, form.getByLabelText(/^Nimi/), 'Uusi teksti');
    await user.click(form.getByRole('button', { name: 'Tallenna pohja' }));
    await box('Uusi teksti');
    expect(server.saved).toEqual([
      {
        id: hiddenTemplate.id,
        body: {
          kind: 'TEXT',
          name: 'Uusi teksti',
          showInResult: false,
          text: 'Kiitos yhteistyöstä!',
        },
      },
    ]);
  });

  test('says beside the field what the server refuses', async () => {
    const { server, user, form, submit } = await openNew();
    server.answers[saveCall(NEW_ID)] = () =>
      json(422, {
        errorKey: 'INVALID_FIELDS',
        message: '',
        fields: [{ field: 'row.alvPrice', key: 'validation.outOfRange' }],
      });
    await write(user, form.getByLabelText(/^Nimi/), 'Iso työ');
    await write(user, form.getByLabelText(/^Työn kuvaus/), 'Iso työ');
    await write(user, form.getByLabelText(/^Veroton hinta/), '99999999999999');
    await user.click(submit);
    await form.findByText('Arvo on sallittujen rajojen ulkopuolella.');
    expect(form.getByText('Pohjaa ei tallennettu')).toBeDefined();
  });
});
