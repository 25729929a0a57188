import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

/** Presses Tab until the focus is where the person wants it, as they would. */
async function tabTo(page: Page, goal: Locator) {
  const isThere = () =>
    goal.evaluateAll((found) => found.includes(document.activeElement as never));
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(goal)}.`);
}

/** Writes over what a field has. */
async function write(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

async function tick(page: Page, box: Locator) {
  await tabTo(page, box);
  await page.keyboard.press('Space');
}

const row = { type: 'CONTRACT', date: '09.11.2026', alv: 25.5, alvPrice: 3000 } as const;

/** 9.11.2026 at 7 to 11.11.2026 at 20: two whole days and thirteen hours. */
const times = {
  startdate: '09.11.2026',
  time: '07:00',
  returndate: '11.11.2026',
  returntime: '20:00',
};

/** One day in Sweden by the table of 2026. */
const SWEDEN = 70;
/** 800 km at 0,55 €, two days in Finland at 54 € and one in Sweden. */
const TOTAL = 440 + 2 * 54 + SWEDEN;

test('a trip of three days with a day abroad is filled in by keyboard @phone', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, {
    billableitems: [{ ...row, destination: 'Kuvaukset Tukholmassa ja Turussa' }],
  });
  const { open, row: at, saved } = editor(page);
  const keys = page.keyboard;
  await open(id);

  const button = at(0).button(fi.trips_trip);
  await tabTo(page, button);
  await keys.press('Enter');
  const trip = dialog(page, fi.trips_trip);
  const field = (label: string) => trip.getByLabel(label, { exact: true });
  const address = (label: string) => trip.getByRole('combobox', { name: label });
  const kilometers = trip.getByRole('textbox', { name: new RegExp(`^${fi.trips_kilometers}`) });
  const box = (name: string | RegExp) => trip.getByRole('checkbox', { name });
  await expect(address(fi.trips_from), 'the first field has the focus').toBeFocused();
  await expect(field(fi.trips_departure_day)).toHaveValue('09.11.2026');
  await expect(field(fi.trips_return_day)).toHaveValue('10.11.2026');

  await keys.type('Kotikatu 5, 00530 Helsinki');
  await write(page, address(fi.trips_to), 'Kungsgatan 1, Tukholma');
  await write(page, field(fi.trips_departure_time), '7');
  await write(page, field(fi.trips_return_day), times.returndate);
  await write(page, field(fi.trips_return_time), '20');
  await write(page, field(fi.trips_plate), 'ABC-123');
  await write(page, kilometers, '800');
  await tick(page, box(fi.trips_overnight));
  await tick(page, box(fi.trips_abroad));
  await write(page, trip.getByRole('combobox', { name: fi.trips_country }), 'Ruotsi');
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
  await tabTo(page, trip.getByRole('button', { name: take }));
  await keys.press('Enter');
  await expect(field(fi.trips_full_count)).toHaveValue('2');

  const euros = new Intl.NumberFormat('fi-FI', { style: 'currency', currency: 'EUR' }).format(
    TOTAL,
  );
  const totals = trip.getByRole('region', { name: fi.trips_totals });
  await expect(totals).toContainText(euros);
  await expectAccessible(page);

  await keys.press('Escape');
  await expect(trip).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).toContainText(euros);
  await expect(saved).toBeVisible();

  const stored = async () => (await account.bill(id)).billableitems[0];
  await expect.poll(stored).toMatchObject({
    ...times,
    kilometers: 800,
    vehicle: '0',
    vehicleRegisterNumber: 'ABC-123',
    addressStart: 'Kotikatu 5, 00530 Helsinki',
    addressStop: 'Kungsgatan 1, Tukholma',
    stayOverNight: true,
    workingAbroad: true,
    foreignCountry: 'SE',
    fulldaycompensation: 2,
    partialdaycompensation: 0,
    lunchcompensation: 0,
    foreignAllowance: SWEDEN,
  });

  await page.reload();
  await expect(saved).toBeVisible();
  await expect(button).toContainText(euros);
  await button.click();
  await expect(field(fi.trips_return_day)).toHaveValue('11.11.2026');
  await expect(field(fi.trips_full_count)).toHaveValue('2');
  await expect(field(fi.trips_plate)).toHaveValue('ABC-123');
  await expect(totals).toContainText(euros);
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
