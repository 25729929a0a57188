import { expect, type Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { enter, firstId, makeDraft, type Account } from './account.ts';
import type { Form } from './forms.ts';
import { choose, newPassword, openMail, sendForm } from './newcomer.ts';
import { approveRun, bankTells, call } from './payday.ts';
import { approvePayouts, partOf, statement } from './sharing.ts';
import { fill, singular, texts } from './texts.ts';

const { fi } = texts;

type Schemas = components['schemas'];

const RUNS = '/api/provider/payroll/runs';
const PAYOUTS = '/api/provider/payouts';
const PAYMENTS = '/api/provider/payments';

/** The terms are shown in another browser than that of the form, so that its password is asked for. */
async function comeFromMail(page: Page): Promise<void> {
  await sendForm(page, { email: 'linnea.uusi@liksa.example' });
  await openMail(page, 'Jatka rekisteröitymistä Liksaan');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Jatka rekisteröitymistä', exact: true }).click();
  await page.getByRole('button', { name: fi.register_resume }).click();
  await page.getByRole('link', { name: fi.register_continue }).click();
  await choose(page, 'linnea');
  await expect(page.getByRole('heading', { name: fi.page_registration_eula })).toBeVisible();
}

/** The card of a shift by its department. */
const shift = (page: Page, department: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: department }).first();

export const MORE_OF_VISITOR: readonly Form[] = [
  {
    address: '/register',
    prepare: comeFromMail,
    typed: { [fi.register_password]: newPassword },
    submit: fi.register_accept,
  },
];

export const MORE_OF_WORKER: readonly Form[] = [
  {
    address: async (_: Page, account: Account) => `/invoice?id=${(await makeDraft(account)).id}`,
    opener: fill(fi.invoice_row_save, { number: '1' }),
    typed: { [fi.invoice_template_name]: 'Kansi' },
    submit: fi.invoice_template_save,
  },
  {
    address: '/shifts',
    prepare: (page) =>
      shift(page, 'Kiertueet').getByRole('button', { name: fi.shifts_reimbursements }).click(),
    // Kilometres want addresses too.
    typed: { [fi.shifts_kilometers_driven]: '120' },
    submit: fi.shifts_save,
    refused: true,
  },
  {
    address: '/shifts',
    prepare: (page) => shift(page, 'Studio Neljä').getByRole('checkbox').check(),
    opener: fill(singular.fi.shifts_make, { count: '1' }),
    typed: { [fi.shifts_price]: '45' },
    submit: fi.shifts_price_confirm,
  },
];

const ofRun = (state: Schemas['PayrollState']) => async (page: Page) => {
  const { runs } = await call<Schemas['PayrollRuns']>(page, 'GET', RUNS);
  return `/provider/payroll/${runs.find((run) => run.state === state)?.id ?? ''}`;
};

export const MORE_OF_CLERK: readonly Form[] = [
  {
    address: '/provider/late-receipts',
    ticked: fi.latereceipts_vat_tick,
    typed: { [fi.latereceipts_vat_amount]: '3,00' },
    submit: fi.latereceipts_approve,
  },
];

export const MORE_OF_PAYROLL: readonly Form[] = [
  {
    address: '/provider/payouts',
    opener: fi.payouts_again,
    typed: { [fi.purchases_account]: 'FI55 4234 5670 0000 81' },
    submit: fi.payouts_again,
  },
  {
    address: '/provider/payouts',
    prepare: (page) => partOf(page, fi.payouts_ready).getByRole('checkbox').last().check(),
    opener: fill(singular.fi.payouts_make, { count: '1' }),
    typed: { [fi.payouts_pay_on]: '18.11.2026' },
    submit: fi.payouts_make_confirm,
  },
  {
    address: async (page) =>
      `/provider/payments/${await firstId(page, `${PAYMENTS}?state=UNMATCHED`)}`,
    prepare: async (page) => {
      const add = new RegExp(`^${fill(fi.providermoney_add_of, { number: '' })}`);
      await page.getByRole('button', { name: add }).first().click();
    },
    typed: { [fill(fi.providermoney_split_share_of, { number: '' })]: '12,30' },
    submit: fi.providermoney_split_match_one,
  },
  {
    address: async (page) =>
      `/provider/payments/${await firstId(page, `${PAYMENTS}?state=PROPOSED`)}`,
    opener: new RegExp(`^${fi.providermoney_reject}`),
    typed: { [fi.providermoney_reject_note]: 'Maksaja on toinen yhdistys.' },
    submit: fi.providermoney_reject,
  },
  {
    address: ofRun('POSTED'),
    opener: fi.providerpayroll_undo,
    typed: { [fi.providerpayroll_undo_reason]: 'Palkkapäivä vaihtuu.' },
    submit: fi.providerpayroll_undo,
  },
  {
    address: ofRun('DRAFT'),
    opener: fi.providerpayroll_move,
    typed: { [fi.calculator_payday]: '04.12.2026' },
    submit: fi.providerpayroll_move_confirm,
  },
];

/** A file that is no table of a year: it is sent as soon as it is chosen. */
const NO_TABLE = {
  name: '2027.toml',
  mimeType: 'application/toml',
  buffer: Buffer.from('year = 2027\n'),
};

export const MORE_OF_ADMIN: readonly Form[] = [
  {
    address: '/provider/figures',
    part: fi.figures_add_year,
    prepare: async (page) => {
      page.on('filechooser', (chooser) => void chooser.setFiles(NO_TABLE));
    },
    typed: { [fi.figures_valid_from_field]: '01.12.2026' },
    submit: fi.figures_choose_file,
    refused: true,
  },
];

/** A payment without a reference, so large that matching it by hand waits for a second person. */
const LARGE = 2000;

/** What another payroll clerk has matched, and what nobody has paid yet, decides this one about. */
async function proposeMatch(page: Page): Promise<void> {
  await enter(page, 'payroll2');
  await bankTells(page, statement('SUURI', [{ amount: LARGE }]));
  const found = async () => {
    const path = `${PAYMENTS}?state=UNMATCHED`;
    const { payments } = await call<Schemas['PaymentPage']>(page, 'GET', path);
    return payments.find(({ amount }) => amount === LARGE);
  };
  await expect.poll(found).toBeDefined();
  const payment = await found();
  const path = '/api/provider/open-bills?search=Saarni';
  const { bills } = await call<Schemas['OpenBills']>(page, 'GET', path);
  const bill = bills.find(({ open }) => open >= 1100);
  await call(page, 'POST', `${PAYMENTS}/${payment?.id}/match`, {
    version: payment?.version,
    parts: [{ billId: bill?.billId, amount: '1100' }],
  });
}

/** A purchase that the bank did not pay, and an advance that waits for a file again. */
async function refusePayouts(page: Page): Promise<void> {
  await enter(page, 'payroll');
  const { ready } = await call<Schemas['Payouts']>(page, 'GET', PAYOUTS);
  await approvePayouts(page);
  const refusal = `${PAYOUTS}/${ready[0]?.id}/refusal`;
  await call(page, 'POST', refusal, { note: 'Tili on suljettu.' });
  await enter(page, 'payroll');
  await call(page, 'POST', `${refusal}/confirm`);
  const { files } = await call<Schemas['Payouts']>(page, 'GET', PAYOUTS);
  const made = files.find(({ state }) => state === 'MADE');
  await call(page, 'POST', `${PAYOUTS}/files/${made?.id}/cancel`, { note: 'Päivä on väärä.' });
}

/** What those forms of the staff are about. */
export async function prepareMore(page: Page): Promise<void> {
  await approveRun(page);
  await enter(page, 'payroll');
  await call(page, 'POST', RUNS, { payday: '03.12.2026' });
  await refusePayouts(page);
  await proposeMatch(page);
}
