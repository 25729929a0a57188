import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Bill } from '@/api/bills';
import type { Purchase } from '@/api/purchases';
import type { Share, ShareState } from '@/api/shares';
import { billOf, cardOf } from '@/test/bills';
import { json, problem } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { write } from '@/test/renderSignedIn';
import { purchaseOf, shareOf } from '@/test/sharing';

interface Given {
  shares?: readonly Share[];
  purchases?: readonly Purchase[];
  bill?: Partial<Bill>;
}

/** The editor of a bill of 1 000 € that is shared so. */
function open({ shares = [], purchases = [], bill: differences = {} }: Given = {}) {
  const bill = {
    ...billOf(cardOf()),
    ...differences,
    contractorBillableItems: shares,
    extContractorBillableItems: purchases,
  } as Bill;
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  /** What the server has of the bill's shares from now on. */
  const nowShared = (next: readonly Share[]) =>
    opened.store.put({ ...opened.store.get(bill.id), contractorBillableItems: next } as Bill);
  return { ...opened, nowShared };
}

const section = async () => within(await screen.findByRole('region', { name: 'Alihankkijat' }));
const MAIJA = shareOf().subcontractor;
const SEARCH = 'GET /api/person/subcontractors';
const SHARES = `/api/bill/${cardOf().id}/contractoritems`;
const ONE = `${SHARES}/${shareOf().id}`;

test('a subcontractor is searched from three letters on, picked, and given a sum', async () => {
  const { user, server, nowShared } = open();
  const asked: string[] = [];
  server.answers[SEARCH] = ({ url }) => {
    asked.push(new URL(url).searchParams.get('query') ?? '');
    return json(200, [MAIJA]);
  };
  server.answers[`POST ${SHARES}`] = () => {
    nowShared([shareOf()]);
    return json(201, shareOf());
  };
  await user.click((await section()).getByRole('button', { name: 'Lisää alihankkija' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lisää alihankkija' }));
  const who = dialog.getByRole('combobox', { name: 'Alihankkija' });
  await write(user, who, 'ma');
  await dialog.findByText('Kirjoita vähintään 3 merkkiä.');
  await write(user, who, 'mai');
  await user.click(await screen.findByRole('option', { name: /Maija Mäkinen/, hidden: true }));
  expect(asked).toEqual(['mai']);
  await write(user, dialog.getByRole('textbox', { name: /^Summa ilman/ }), '300');
  dialog.getByText(/Tämän jälkeen sinulle jää laskusta 700,00/);
  await write(user, dialog.getByRole('textbox', { name: 'Kuvaus' }), 'Toinen kuvaaja');
  await user.click(dialog.getByRole('button', { name: 'Tallenna osuus' }));
  await (await section()).findByText('Maija Mäkinen');
  expect(JSON.parse(server.sent(`POST ${SHARES}`)[0] ?? '')).toEqual({
    subcontractor: { id: MAIJA.id, email: MAIJA.email },
    amount: '300',
    date: '16.11.2026',
    description: 'Toinen kuvaaja',
  });
});

test('the focus stays where a subcontractor is chosen and chosen anew', async () => {
  const { user, server } = open({ shares: [shareOf()] });
  server.answers[SEARCH] = () => json(200, [MAIJA]);
  await user.click(await screen.findByRole('button', { name: 'Muokkaa: Maija Mäkinen' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Muokkaa osuutta/ }));
  const change = () => dialog.getByRole('button', { name: 'Vaihda' });
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement, 'the dialog opens as it does').not.toBe(change());
  await user.click(change());
  const who = dialog.getByRole('combobox', { name: 'Alihankkija' });
  expect(document.activeElement).toBe(who);
  await user.type(who, 'mai');
  expect(document.activeElement, 'also while one types').toBe(who);
  await user.click(await screen.findByRole('option', { name: /Maija Mäkinen/, hidden: true }));
  expect(document.activeElement).toBe(change());
});

test('per cent shows its sum, and more than there is cannot be given', async () => {
  const { user, server } = open({ shares: [shareOf({ amount: 800 })] });
  await user.click(await screen.findByRole('button', { name: 'Muokkaa: Maija Mäkinen' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Muokkaa osuutta/ }));
  await user.click(dialog.getByRole('radio', { name: 'Prosenttina' }));
  const percent = dialog.getByRole('textbox', { name: /^Osuus laskun riveistä/ });
  await write(user, percent, '12,5');
  dialog.getByText(/^Nyt 125,00/);
  await write(user, percent, '100,1');
  await user.click(dialog.getByRole('button', { name: 'Tallenna osuus' }));
  dialog.getByText('Anna luku, joka on yli 0 ja enintään 100.');
  await user.click(dialog.getByRole('radio', { name: 'Summana' }));
  await write(user, dialog.getByRole('textbox', { name: /^Summa ilman/ }), '1000,01');
  await user.click(dialog.getByRole('button', { name: 'Tallenna osuus' }));
  dialog.getByText('Summa on suurempi kuin laskusta on jakamatta.');
  expect(server.sent(`PUT ${ONE}`)).toEqual([]);
});

test('somebody who is no worker yet is invited by mail', async () => {
  const { user, server } = open();
  const INVITE = 'POST /api/person/subcontractors/invitations';
  server.answers[SEARCH] = () => json(200, []);
  server.answers[INVITE] = () => new Response(null, { status: 204 });
  await user.click(await screen.findByRole('button', { name: 'Lisää alihankkija' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lisää alihankkija' }));
  const who = dialog.getByRole('combobox', { name: 'Alihankkija' });
  await write(user, who, 'pekka');
  await dialog.findByText(/Aiempia alihankkijoitasi ei löytynyt haulla ”pekka”/);
  expect(dialog.queryByRole('button', { name: /^Kutsu/ })).toBeNull();
  await write(user, who, 'pekka@esimerkki.fi');
  await user.click(await dialog.findByRole('button', { name: /^Kutsu sähköpostilla/ }));
  await dialog.findByText(/Kutsu on lähetetty osoitteeseen pekka@esimerkki.fi/);
  expect(server.sent(INVITE)).toEqual([JSON.stringify({ email: 'pekka@esimerkki.fi' })]);
});

const STATES: readonly [ShareState, string, readonly string[]][] = [
  ['OPEN', 'Lähettämättä', ['Pyydä hyväksyntä', 'Muokkaa', 'Poista']],
  ['WAITING_SUBCONTRACTOR', 'Odottaa vastausta', ['Avaa muokattavaksi']],
  ['DECLINED', 'Kieltäytyi', ['Avaa muokattavaksi']],
  ['APPROVED', 'Hyväksytty', ['Avaa muokattavaksi']],
];

test.each(STATES)(
  'a share that is %s says so and offers its steps',
  async (state, words, steps) => {
    open({ shares: [shareOf({ state, canBeEdited: state === 'OPEN' })] });
    const item = within(await (await section()).findByRole('listitem'));
    item.getByText(words);
    expect(item.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(steps);
  },
);

test.each(STATES)('of a bill that was sent, one that is %s can only be read', async (state) => {
  open({
    shares: [shareOf({ state, canBeEdited: false })],
    bill: { state: 'PENDING', editable: false },
  });
  const part = await section();
  await part.findByText('Maija Mäkinen');
  expect(part.queryAllByRole('button')).toEqual([]);
});

test('a share is sent for approval, reopened after a question, and deleted after one', async () => {
  const { user, server, nowShared } = open({ shares: [shareOf()] });
  const asked = shareOf({ state: 'WAITING_SUBCONTRACTOR', canBeEdited: false });
  server.answers[`PUT /api/contractoritems/${asked.id}/approve-request`] = () => {
    nowShared([asked]);
    return json(200, asked);
  };
  server.answers[`PUT ${ONE}`] = () => {
    nowShared([shareOf()]);
    return json(200, shareOf());
  };
  server.answers[`DELETE ${ONE}`] = () => {
    nowShared([]);
    return new Response(null, { status: 204 });
  };
  await user.click(await screen.findByRole('button', { name: 'Pyydä hyväksyntä: Maija Mäkinen' }));
  await (await section()).findByText('Odottaa vastausta');
  await user.click(screen.getByRole('button', { name: 'Avaa muokattavaksi: Maija Mäkinen' }));
  const question = within(await screen.findByRole('dialog', { name: /Avataanko osuus/ }));
  await user.click(question.getByRole('button', { name: 'Avaa muokattavaksi' }));
  await (await section()).findByText('Lähettämättä');
  expect(server.sent(`PUT ${ONE}`)).toEqual([JSON.stringify({ state: 'OPEN' })]);
  await user.click(screen.getByRole('button', { name: 'Poista: Maija Mäkinen' }));
  await user.click(await screen.findByRole('button', { name: 'Poista osuus' }));
  await screen.findByText('Osuus on poistettu.');
  await waitFor(() => expect(screen.queryByText('Maija Mäkinen')).toBeNull());
});

test('a step that came too late says so and shows what is there now', async () => {
  const { user, server, nowShared } = open({ shares: [shareOf()] });
  server.answers[`PUT /api/contractoritems/${shareOf().id}/approve-request`] = () => {
    nowShared([shareOf({ state: 'APPROVED', canBeEdited: false })]);
    return problem(409, 'SHARE_NOT_IN_STATE');
  };
  await user.click(await screen.findByRole('button', { name: 'Pyydä hyväksyntä: Maija Mäkinen' }));
  await screen.findByText(/Osuuden tila on muuttunut/);
  await (await section()).findByText('Hyväksytty');
});

test('what is left for the worker follows from the shares and purchases, without the declined', async () => {
  const { server } = open({
    shares: [
      shareOf({ state: 'APPROVED' }),
      shareOf({ id: 'declined', state: 'DECLINED', amount: 100 }),
    ],
    purchases: [purchaseOf({ state: 'PAY_NOW', paynow: true })],
  });
  const left = within(await screen.findByRole('region', { name: 'Laskun jako' }));
  // The server's answer bills 2 000 €.
  left.getByText(/^−300,00/);
  left.getByText(/^−200,00/);
  left.getByText(/^−15,00/);
  left.getByText(/^1.485,00/);
  left.getByText(/^1.453,13/);
  const [question = ''] = server.sent(`PUT /api/calc/frombill/${cardOf().id}`).slice(-1);
  expect(JSON.parse(question)).toMatchObject({
    contractorBillableItems: [
      { state: 'APPROVED', amount: 300 },
      { state: 'DECLINED', amount: 100 },
    ],
    extContractorBillableItems: [{ state: 'PAY_NOW', amount: 200, paynow: true }],
  });
});

test('a bill that is not shared asks nothing about that', async () => {
  const { server } = open();
  await section();
  await waitFor(() => expect(server.sent('PUT /api/calc/frombill')).toHaveLength(1));
  expect(server.sent('PUT /api/calc/frombill')[0]).not.toContain('ontractorBillableItems');
  expect(screen.queryByRole('region', { name: 'Laskun jako' })).toBeNull();
});

test('the send dialog names the share that waits and leads to it', async () => {
  const { user, server, id } = open({ shares: [shareOf({ state: 'WAITING_SUBCONTRACTOR' })] });
  server.answers[`GET /api/person/bill/${id}/validate`] = () =>
    json(200, {
      valid: false,
      overridable: false,
      problems: [{ field: 'contractorBillableItems[0].state', key: 'SHARE_NOT_APPROVED' }],
      remarks: [],
    });
  await section();
  fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true });
  const dialog = within(await screen.findByRole('dialog', { name: /Lähetetäänkö lasku/ }));
  const obstacle = await dialog.findByRole('button', {
    name: /Alihankkija Maija Mäkinen: Osuutta ei ole vielä hyväksytty/,
  });
  await user.click(obstacle);
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      'Avaa muokattavaksi: Maija Mäkinen',
    ),
  );
});

test('the send dialog says what a declined share means', async () => {
  open({ shares: [shareOf({ state: 'DECLINED' })] });
  await section();
  fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true });
  const dialog = within(await screen.findByRole('dialog', { name: /Lähetetäänkö lasku/ }));
  await dialog.findByText(/Maija Mäkinen kieltäytyi osuudesta \(300,00.€\). Osuutta ei makseta/);
});

test('what another tab saved of a share is taken, and of what both changed one is chosen', async () => {
  const { user, server, nowShared } = open({ shares: [shareOf()] });
  const versions: unknown[] = [];
  /** Another tab was first: another sum, another day, the same description. */
  const elsewhere = shareOf({ version: 2, amount: 400, date: '17.11.2026' });
  server.answers[`PUT ${ONE}`] = () => {
    const sent = JSON.parse(server.sent(`PUT ${ONE}`).at(-1) ?? '') as { version: number };
    versions.push(sent.version);
    if (sent.version === 2) return json(200, shareOf({ version: 3 }));
    nowShared([elsewhere]);
    return problem(409, 'SHARE_NOT_IN_STATE');
  };
  await user.click(await screen.findByRole('button', { name: 'Muokkaa: Maija Mäkinen' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Muokkaa osuutta/ }));
  const sum = () => dialog.getByRole<HTMLInputElement>('textbox', { name: /^Summa ilman/ });
  await write(user, sum(), '350');
  await write(user, dialog.getByRole('textbox', { name: 'Kuvaus' }), 'Kuvaaja ja valot');
  const save = dialog.getByRole('button', { name: 'Tallenna osuus' });
  await user.click(save);
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Osuuden suuruus' }));
  // What only the other changed is taken, what only this one typed stays.
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Päivä' }).value).toBe('17.11.2026');
  expect(dialog.queryByRole('radiogroup', { name: 'Kuvaus' })).toBeNull();
  await user.click(save);
  await dialog.findByText('Valitse, kumpi säilytetään.');
  expect(versions).toEqual([1]);
  await user.click(choice.getByRole('radio', { name: /^Toisaalla: 400,00/ }));
  expect(sum().value).toBe('400,00');
  await user.click(choice.getByRole('radio', { name: /^Tässä: 350,00/ }));
  expect(sum().value).toBe('350,00');
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(versions).toEqual([1, 2]);
  expect(JSON.parse(server.sent(`PUT ${ONE}`)[1] ?? '')).toMatchObject({
    amount: '350',
    date: '17.11.2026',
    description: 'Kuvaaja ja valot',
  });
});
