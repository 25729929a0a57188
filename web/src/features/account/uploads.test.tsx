import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeAccount, fakeUploads, openAccount, section, SENT_CARD } from '@/test/account';
import { json, worker } from '@/test/fakeServer';

const SQUARE = new Blob(['a square'], { type: 'image/jpeg' });
const AREA = { x: 10, y: 20, width: 300, height: 300 };

// jsdom draws no pictures, so the choice and the crop are replaced.
const cut = vi.hoisted(() => vi.fn<(address: string, area: object) => Promise<Blob>>());
vi.mock('./picture/cut', () => ({ cut }));
vi.mock('react-easy-crop', () => ({
  default: ({ onCropAreaChange }: { onCropAreaChange: (_: object, area: object) => void }) => (
    <button type="button" onClick={() => onCropAreaChange({}, AREA)} aria-label="crop" />
  ),
}));

const taxCard = () => section('Verokortti');

/** The input behind a button that opens the choice of files. */
const fileInput = (accept: string) =>
  document.querySelector<HTMLInputElement>(`input[type="file"][accept="${accept}"]`)!;
const cardInput = () => fileInput('.jpg,.jpeg,.png,.pdf');

test('a tax card is sent, and a dialog says from when on it is used', async () => {
  const server = fakeAccount();
  const uploaded = fakeUploads(() => {
    server.saveElsewhere({ newestTaxCard: SENT_CARD });
    return json(201, {});
  });
  const { user } = await openAccount();
  taxCard().getByText(/pidätetään veroa niin paljon kuin laki määrää/);
  expect(taxCard().queryByText(/odottaa palkanlaskijan käsittelyä/)).toBeNull();
  await user.upload(cardInput(), new File(['%PDF'], 'Verokortti 2026.pdf'));
  const dialog = await screen.findByRole('dialog', { name: 'Verokortti vastaanotettu' });
  within(dialog).getByText(/viimeistään seuraavassa palkanmaksussa/);
  await user.click(within(dialog).getByRole('button', { name: 'Selvä' }));
  taxCard().getByText(/odottaa palkanlaskijan käsittelyä/);
  expect(uploaded.map(({ address, file }) => [address, file.name])).toEqual([
    [`/api/person/${worker.id}/taxcard`, 'Verokortti 2026.pdf'],
  ]);
});

test('a card that waits is shown after a reload, with a link to its file', async () => {
  fakeAccount({ newestTaxCard: SENT_CARD });
  await openAccount();
  taxCard().getByText(/Lähetit verokortin 16.11.2026 08:30. Se odottaa palkanlaskijan käsittelyä./);
  const link = taxCard().getByRole('link', { name: /Katso korttia: Verokortti 2026.pdf/ });
  expect(link.getAttribute('href')).toBe(`/api/person/${worker.id}/taxcard`);
});

const TERMS = { baseRate: 20, ceiling: null, additionalRate: null, validFrom: '01.01.2027' };

test.each([
  ['IN_USE', /luki verokorttisi 17.11.2026 10:00. Palkkasi verotetaan sen mukaan 01.01.2027/],
  ['REPLACED', /luki verokorttisi 17.11.2026 10:00. Käytössä on kortti, .* myöhemmästä päivästä/],
] as const)('the result for a card that was read is shown when it is %s', async (state, text) => {
  const read = { ...SENT_CARD, state, handledAt: '2026-11-17T08:00:00Z', terms: TERMS };
  fakeAccount({ newestTaxCard: read });
  await openAccount();
  expect(taxCard().getByRole('status').textContent).toMatch(text);
});

test('a file of another kind, or far too large a one, is not even sent', async () => {
  fakeAccount();
  const uploaded = fakeUploads(() => json(201, {}));
  const { user } = await openAccount();
  // A file can be dropped on the input whatever it asks for.
  const anyFile = { applyAccept: false };
  const { upload } = (await import('@testing-library/user-event')).userEvent.setup(anyFile);
  await upload(cardInput(), new File(['text'], 'verokortti.docx'));
  await taxCard().findByText('Tiedoston on oltava kuva (JPEG tai PNG) tai PDF.');
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'kortti.png');
  await user.upload(cardInput(), large);
  await taxCard().findByText('Tiedosto on liian suuri. Suurin koko on 10 Mt.');
  expect(uploaded).toEqual([]);
});

test('what the server finds in the file is said in words', async () => {
  fakeAccount();
  fakeUploads(() =>
    json(422, {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [{ field: 'file', key: 'FILE_TYPE_NOT_ALLOWED' }],
    }),
  );
  const { user } = await openAccount();
  await user.upload(cardInput(), new File(['<html>'], 'kortti.pdf'));
  await taxCard().findByText('Tiedoston on oltava kuva (JPEG tai PNG) tai PDF.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a picture is cropped, sent, shown in the header, and removed', async () => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  cut.mockResolvedValue(SQUARE);
  const server = fakeAccount();
  server.answers[`DELETE /api/person/${worker.id}/profilepic`] = () =>
    new Response(null, { status: 204 });
  const uploaded = fakeUploads(() => new Response(''));
  const { user } = await openAccount('contact');
  await user.upload(fileInput('image/*'), new File(['png'], 'minä.png', { type: 'image/png' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rajaa kuva' }));
  await user.click(dialog.getByRole('button', { name: 'crop' }));
  await user.click(dialog.getByRole('button', { name: 'Tallenna kuva' }));
  await screen.findByText('Kuvasi on tallennettu.');
  expect(cut).toHaveBeenCalledWith('blob:picture', AREA);
  expect(uploaded.map(({ address }) => address)).toEqual([`/api/person/${worker.id}/profilepic`]);
  const header = screen.getByRole('link', { name: 'Omat tiedot: Aino Virtanen' });
  await waitFor(() => expect(header.querySelector('img')?.src).toBe('blob:picture'));
  await user.click(screen.getByRole('button', { name: 'Poista kuva' }));
  await waitFor(() => expect(header.querySelector('img')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Lisää kuva');
});
