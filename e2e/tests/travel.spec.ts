import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft, type Account } from '../support/account.ts';
import { clerkSends, customerPays, giveTo, reportedAbout } from '../support/afterSending.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { press, tabTo, tick, write } from '../support/keyboard.ts';
import { call, customer, payRun } from '../support/payday.ts';
import { pdfOf, pdfText } from '../support/pdf.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

// The newcomer gets a customer and everybody is paid, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-20' } });

/*
 * 9.11.2026 at 7 to 11.11.2026 at 20: two whole days of travel and thirteen hours, the first day ending in Sweden. Every
 * amount was calculated by hand from the figures of 2026, for a light entrepreneur of 47 years under the YEL duty, whose
 * tax card says 18 %:
 *
 * kilometres      800 km × 0.55 €                             440.00
 * first day       ended in Sweden                              70.00
 * second day      at home, a whole one                         54.00
 * last day        at home, thirteen hours                      54.00    178.00 of daily allowances
 * hotel           by receipt, in Sweden: no Finnish VAT       120.00
 * reimbursements  440.00 + 178.00 + 120.00                    738.00    618.00 without the receipt
 * work            a fixed price                              3000.00
 * VAT-free        3000.00 + 738.00                           3738.00
 * VAT             3738.00 × 25.5 %                            953.19
 * to pay          3738.00 + 953.19                           4691.19
 * service fee     3738.00 × 6.9 % = 257.922                   257.92
 * all-in          3738.00 − 257.92 − 738.00                  2742.08
 * gross salary    2742.08 / 1.0251 = 2674.9390…              2674.94
 *   employer's    health insurance 1.91 % 51.091354, accident insurance 0.60 % 16.04964
 *   withheld      tax 18 % 481.4892                           481.49
 * net             2674.94 − 481.49                           2193.45
 * to the account  2193.45 + 738.00                           2931.45
 */
const ofTrip = {
  kilometers: '440,00',
  days: '108,00',
  foreign: '70,00',
  hotel: '120,00',
};
const travelled = '618,00';
const reimbursed = '738,00';
const ofBill = { net: '3 738,00', vat: '953,19', toPay: '4 691,19' };
const ofSalary = {
  fee: '257,92',
  health: '51,09',
  accident: '16,05',
  gross: '2 674,94',
  tax: '481,49',
  reimbursed,
  toAccount: '2 931,45',
};

const row = { type: 'CONTRACT', date: '09.11.2026', alv: 25.5, alvPrice: 3000 } as const;

const times = {
  startdate: '09.11.2026',
  time: '07:00',
  returndate: '11.11.2026',
  returntime: '20:00',
};

const DESTINATION = 'Kuvaukset Tukholmassa ja Turussa';
const HOME = 'Linnankatu 40, 20100 Turku';

/** What the server has of the row once all is typed. */
const typed = {
  ...times,
  kilometers: 800,
  vehicle: '0',
  vehicleRegisterNumber: 'ABC-123',
  addressStart: HOME,
  addressStop: 'Kungsgatan 1, Tukholma',
  stayOverNight: true,
  workingAbroad: true,
  foreignCountry: 'SE',
  fulldaycompensation: 2,
  partialdaycompensation: 0,
  lunchcompensation: 0,
  foreignAllowance: 70,
  foreignDays: [0],
  hotelcost: 120,
  receipts: [{ displayname: 'hotelli.pdf' }],
};

function partsOfTrip(page: Page) {
  const trip = dialog(page, fi.trips_trip);
  return {
    trip,
    field: (label: string) => trip.getByLabel(label, { exact: true }),
    address: (label: string) => trip.getByRole('combobox', { name: label }),
    kilometers: trip.getByRole('textbox', { name: new RegExp(`^${fi.trips_kilometers}`) }),
    box: (name: string | RegExp) => trip.getByRole('checkbox', { name }),
    totals: trip.getByRole('region', { name: fi.trips_totals }),
  };
}

async function typeTrip(page: Page): Promise<void> {
  const keys = page.keyboard;
  const { trip, field, address, kilometers, box, totals } = partsOfTrip(page);
  await expect(address(fi.trips_from), 'the first field has the focus').toBeFocused();
  await expect(field(fi.trips_departure_day)).toHaveValue('09.11.2026');
  await expect(field(fi.trips_return_day)).toHaveValue('10.11.2026');

  await keys.type(HOME);
  await write(page, address(fi.trips_to), typed.addressStop);
  await write(page, field(fi.trips_departure_time), '7');
  await write(page, field(fi.trips_return_day), times.returndate);
  await write(page, field(fi.trips_return_time), '20');
  await write(page, field(fi.trips_plate), typed.vehicleRegisterNumber);
  await write(page, kilometers, '800');
  await tick(page, box(fi.trips_overnight));
  await tick(page, box(fi.trips_abroad));
  await write(page, trip.getByRole('combobox', { name: fi.trips_country }), 'Ruotsi');
  await expect(page.getByRole('option', { name: /^Ruotsi/ })).toBeVisible();
  await keys.press('ArrowDown');
  await keys.press('Enter');

  // All days count as days abroad until it is said which of them ended at home.
  const days = trip.getByRole('list', { name: fi.trips_days }).getByRole('listitem');
  await expect(days).toHaveCount(3);
  await expect(trip.getByText(fi.trips_foreign_lower).first()).toBeVisible();
  await tick(page, box(/ke 11\.11\. klo 7/));
  await expect(days.nth(1)).toContainText(fi.trips_full_lower);
  await tick(page, box(/ke 11\.11\. klo 20/));
  await expect(days.nth(2)).toContainText(fi.trips_full_lower);
  await expect(days.nth(0)).toContainText(fi.trips_foreign_lower);

  const take = new RegExp(`^${fill(fi.trips_proposal_take, { amount: '' }).trim()}`);
  await press(page, trip.getByRole('button', { name: take }));
  await expect(field(fi.trips_full_count)).toHaveValue('2');
  for (const amount of [ofTrip.kilometers, ofTrip.days, ofTrip.foreign, travelled]) {
    await expect(totals).toContainText(amount);
  }
  await expectAccessible(page);
  await keys.press('Escape');
  await expect(trip).toBeHidden();
}

async function typeHotel(page: Page): Promise<void> {
  const receipts = dialog(page, fill(fi.receipts_title_of, { name: DESTINATION }));
  const night = receipts
    .getByRole('group', { name: fi.bills_expense_hotel })
    .getByRole('textbox', { name: fill(fi.receipts_vat, { percent: '0' }) });
  await write(page, night, ofTrip.hotel);
  const chooser = page.waitForEvent('filechooser');
  await press(page, receipts.getByRole('button', { name: fi.receipts_choose }));
  const hotel = { name: 'hotelli.pdf', mimeType: 'application/pdf', buffer: pdfOf('Hotelli') };
  await (await chooser).setFiles(hotel);
  const shown = fill(fi.receipts_show, { name: 'hotelli.pdf' });
  await expect(receipts.getByRole('button', { name: shown })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(receipts).toBeHidden();
}

/** The lines of the summary. A phone shows them when asked for. */
async function expectSummary(page: Page, isMobile: boolean): Promise<void> {
  const expectLines = async (lines: Locator) => {
    for (const amount of Object.values({ ...ofBill, ...ofSalary })) {
      await expect(lines).toContainText(amount);
    }
  };
  if (!isMobile) return expectLines(editor(page).summary);
  const bar = page.getByRole('main').getByRole('button', { name: fi.calculator_to_account });
  await expect(bar).toContainText(ofSalary.toAccount);
  await press(page, bar);
  const drawer = dialog(page, fi.invoice_summary);
  await expectLines(drawer);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
}

/** A draft of the newcomer that has a customer and its work, and no trip yet. */
async function begin(page: Page): Promise<{ account: Account; id: string }> {
  const account = await enter(page, 'newcomer');
  await call(page, 'POST', '/api/sharedcustomers', customer);
  const { id } = await makeDraft(account, {
    billingdate: '20.11.2026',
    exactDueDate: '04.12.2026',
    billableitems: [{ ...row, destination: DESTINATION }],
  });
  return { account, id };
}

async function expectPrinted(page: Page, path: string, amounts: readonly string[]): Promise<void> {
  const printed = await pdfText(await page.request.get(path));
  for (const amount of amounts) expect(printed, path).toContain(amount);
}

test('a trip of three days with a day abroad and a hotel is typed by keyboard and paid to the cent @phone', async ({
  page,
  isMobile,
}) => {
  test.slow();
  const main = page.getByRole('main');
  const { account, id } = await begin(page);
  const { open, row: at, saved, send, sent } = editor(page);
  const button = at(0).button(fi.trips_trip);
  const expenses = at(0).button(fi.receipts_title);
  const bill = `/api/bill/${id}/pdf`;
  const onBill = [...Object.values(ofTrip), ...Object.values(ofBill)];
  await open(id);

  await test.step('the trip, the hotel and who pays them are typed', async () => {
    await tick(page, main.getByRole('checkbox', { name: fi.invoice_bill_reimbursements }));
    await tick(page, main.getByRole('checkbox', { name: fi.invoice_separate_reimbursements }));
    await press(page, button);
    await typeTrip(page);
    await expect(button).toBeFocused();
    await expect(button).toContainText(travelled);
    await press(page, expenses);
    await typeHotel(page);
    await expect(expenses).toContainText(ofTrip.hotel);
    await expect(saved).toBeVisible();
    await expect.poll(async () => (await account.bill(id)).billableitems[0]).toMatchObject(typed);
    await expectSummary(page, isMobile);
    await expectPrinted(page, bill, onBill);
  });

  await test.step('all of it is the same after a reload', async () => {
    await page.reload();
    await expect(saved).toBeVisible();
    await expect(button).toContainText(travelled);
    await expect(expenses).toContainText(ofTrip.hotel);
    await expectSummary(page, isMobile);
    await expectPrinted(page, bill, onBill);
    await press(page, button);
    const { trip, field, box, totals } = partsOfTrip(page);
    await expect(field(fi.trips_return_day)).toHaveValue(times.returndate);
    await expect(field(fi.trips_full_count)).toHaveValue('2');
    await expect(field(fi.trips_plate)).toHaveValue(typed.vehicleRegisterNumber);
    await expect(totals).toContainText(travelled);
    await expect(box(/ti 10\.11\. klo 7/), 'the day abroad is known again').toBeChecked();
    await expect(box(/ke 11\.11\. klo 7/)).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(trip).toBeHidden();
  });

  await test.step('it is sent', async () => {
    await press(page, send);
    const question = dialog(page, fi.bills_send_title);
    await expect(question).toContainText(ofBill.toPay);
    const [wholeEuros = ''] = ofSalary.toAccount.split(',');
    await expect(question).toContainText(`noin ${wholeEuros} €`);
    await press(page, question.getByRole('button', { name: fi.bills_action_send }));
    await expect(sent).toBeVisible();
  });

  await test.step('a clerk sends it on, the customer pays, and so does the provider', async () => {
    const reference = await clerkSends(page, id);
    await expectPrinted(page, bill, onBill);
    await customerPays(page, reference, 4691.19);
    await payRun(page);
  });

  await test.step('the Incomes Register is told', async () => {
    const report = await reportedAbout(page, '231179-9037');
    const reported = [...report.matchAll(/<TransactionCode>(\d+)<[\s\S]*?<Amount>([\d.]+)</g)];
    expect(reported.map(([, code = '', sum = '']) => `${code} ${sum}`)).toEqual([
      '101 2674.94',
      '311 440.00',
      '331 178.00',
      '402 481.49',
    ]);
    expect(report).toContain('<Kilometers>800<');
  });

  await test.step('the worker has it on the slip and in both travel reports', async () => {
    await giveTo(page, 'newcomer');
    await page.goto('/salaries');
    const card = main.getByRole('article').first();
    await expect(card).toContainText(ofSalary.toAccount);
    const slip = await card.getByRole('link', { name: fi.salaries_print }).getAttribute('href');
    const onSlip = [ofBill.net, ...Object.values(ofTrip), ...Object.values(ofSalary)];
    await expectPrinted(page, slip ?? '', onSlip);
    await card.getByRole('link', { name: fi.salaries_view }).click();
    await expect(main.getByRole('heading', { name: fi.salaries_lines })).toBeVisible();
    for (const amount of onSlip) await expect(main).toContainText(amount);
    await page.goto('/tax');
    await main.getByRole('combobox', { name: fi.tax_year }).selectOption('2026');
    const report = (name: string) => main.getByRole('link', { name }).last().getAttribute('href');
    const all = await report(fi.tax_download_trips);
    const free = await report(fi.tax_download_free);
    const allowances = [ofTrip.kilometers, ofTrip.foreign, '178,00', '54,00', '800 km'];
    await expectPrinted(page, all ?? '', [...allowances, ofTrip.hotel, reimbursed]);
    await expectPrinted(page, free ?? '', [...allowances, travelled]);
  });
});

test('hours worked become the amount of the row by keyboard @phone', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, {
    billableitems: [{ ...row, destination: 'Kuvaukset' }],
  });
  const { open, row: at, saved } = editor(page);
  const keys = page.keyboard;
  await open(id);
  await tabTo(page, at(0).button(fi.trips_work_time));
  await keys.press('Enter');
  const work = dialog(page, fi.trips_work_time);
  await expect(work).toBeVisible();
  await write(page, work.getByLabel(fi.trips_end_time, { exact: true }), '16.30');
  const use = fill(fi.trips_work_hours_use, { hours: '7,5' });
  await tabTo(page, work.getByRole('button', { name: use }));
  await keys.press('Enter');
  // While the salary is calculated again, its old figures are dimmed.
  await expect(saved).toBeVisible();
  await expect(page.locator('[data-late]')).toHaveCount(0);
  await expectAccessible(page);
  await keys.press('Escape');
  await expect(at(0).amount).toHaveValue('7,5');
  await expect(at(0).unitPrice).toHaveValue('400,00');
});
