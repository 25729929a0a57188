import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { enter } from '../support/account.ts';
import { callAs } from '../support/caller.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Server } from '../support/server.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

/** Clicks and typed fields from the page of shifts to the sent bill. */
const MOST_STEPS = 10;
const MOST_SECONDS = 60;

// The browser itself tells of a refused save.
test.use({ toleratedConsole: [/status of 422/] });

function day(number: number): string {
  return String(number).padStart(2, '0');
}

/** Twenty shifts of eight hours in a month, which planning sends. */
async function plan(server: Server, month: string, department: string, prefix: string) {
  const clerk = await callAs(server, 'clerk');
  const shifts = Array.from({ length: 20 }, (_, place) => ({
    shiftId: `${prefix}-${place}`,
    email: 'employee@liksa.example',
    startDateTime: `${month}-${day(place + 1)}T08:00`,
    endDateTime: `${month}-${day(place + 1)}T16:00`,
    departmentKey: prefix,
    departmentName: department,
    entitled: ['LUNCH_ALLOWANCE'],
  }));
  await clerk.call('POST', '/api/provider/shifts', { shifts });
}

/** Counts what a person does, and how long it takes. */
function steps(page: Page) {
  const began = performance.now();
  let count = 0;
  return {
    click: async (name: string, within = page.getByRole('main')) => {
      count += 1;
      await within.getByRole('button', { name, exact: true }).click();
    },
    step: async (action: Promise<unknown>) => {
      count += 1;
      await action;
    },
    taken: () => ({ count, seconds: (performance.now() - began) / 1000 }),
  };
}

test('a month of 20 shifts becomes a sent bill in under a minute of clicking @phone', async ({
  page,
  server,
}, { project }) => {
  // Each width has a month of its own: the server is the same.
  const month = project.name === 'phone' ? '2026-09' : '2026-10';
  const prefix = `E2E-${project.name}`;
  await plan(server, month, 'Lavakalusto', prefix);
  const account = await enter(page, 'employee');
  await page.goto(`/shifts?period=${month}`);
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(20);
  await expectAccessible(page);

  const { customer, send, sent, saved, rows } = editor(page);
  const { click, step, taken } = steps(page);
  await click(fi.shifts_select_all);
  await click(fill(fi.shifts_make, { count: '20' }));
  const price = dialog(page, fi.shifts_price_title);
  await step(price.getByRole('textbox').fill('45'));
  await click(fi.shifts_price_confirm, price);
  await expect(rows).toHaveCount(20);
  await step(customer.click());
  await step(page.getByRole('option').first().click());
  await expect(saved).toBeVisible();
  await step(send.click());
  const question = dialog(page, fi.bills_send_title);
  await step(question.getByRole('button', { name: fi.bills_action_send }).click());
  await expect(sent).toBeVisible();
  const { count, seconds } = taken();
  expect(count).toBeLessThanOrEqual(MOST_STEPS);
  expect(seconds).toBeLessThan(MOST_SECONDS);

  const { content } = await account.get<{
    content: { shiftId: string; bill: { id: string; state: string } | null }[];
  }>(`shifts?from=01.${month.slice(5)}.2026&to=30.${month.slice(5)}.2026`);
  const ours = content.filter(({ shiftId }) => shiftId.startsWith(prefix));
  expect(ours).toHaveLength(20);
  expect(new Set(ours.map(({ bill }) => bill?.id)).size).toBe(1);
  expect(ours[0]?.bill?.state).toBe('PENDING');
  const bill = await account.bill(ours[0]?.bill?.id ?? '');
  // 20 × 8 h × 45 € without VAT, and a meal a day.
  expect(bill.billableitems.reduce((sum, row) => sum + row.totalPrice, 0)).toBe(7200);
  expect(bill.billableitems.every((row) => row.lunchcompensation === 1)).toBe(true);
  await page.goto(`/shifts?period=${month}`);
  await expect(page.getByText(fi.shifts_all_billed)).toBeVisible();
});

test('a trip and allowances are claimed for a shift by keyboard @phone', async ({ page, server }, {
  project,
}) => {
  const month = project.name === 'phone' ? '2026-07' : '2026-08';
  const clerk = await callAs(server, 'clerk');
  await clerk.call('POST', '/api/provider/shifts', {
    shifts: [
      {
        shiftId: `TRIP-${project.name}`,
        email: 'employee@liksa.example',
        startDateTime: `${month}-17T08:00`,
        endDateTime: `${month}-17T20:00`,
        departmentKey: 'K-30',
        departmentName: 'Kiertueet',
        entitled: ['KILOMETER_ALLOWANCE', 'FULL_DAY_ALLOWANCE'],
      },
    ],
  });
  await enter(page, 'employee');
  await page.goto(`/shifts?period=${month}`);
  const card = page.getByRole('listitem').filter({ hasText: 'Kiertueet' });
  const toggle = card.getByRole('button', { name: fi.shifts_reimbursements });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(card.getByText(fi.shifts_lunch)).toHaveCount(0);
  const kilometers = card.getByRole('textbox', { name: fi.shifts_kilometers_driven });
  await kilometers.focus();
  await page.keyboard.type('118');
  await card
    .getByRole('combobox', { name: fi.shifts_address_stop })
    .fill('Hämeenkatu 1, 33100 Tampere');
  await card.getByRole('textbox', { name: fi.shifts_register_number }).fill('ABC-123');
  await page.keyboard.press('Enter');
  await expect(card.getByText(fi.notify_missing_address_start)).toBeVisible();
  await expectAccessible(page);
  await card
    .getByRole('combobox', { name: fi.shifts_address_start })
    .fill('Vaasankatu 1, 00500 Helsinki');
  await page.keyboard.press('Enter');
  await expect(page.getByText(fi.shifts_saved)).toBeVisible();
  await expect(card.getByRole('textbox', { name: fi.shifts_full_day })).toHaveValue('1');
  await page.reload();
  await card.getByRole('button', { name: fi.shifts_reimbursements }).click();
  await expect(kilometers).toHaveValue('118');
});

test('a shift of one’s own is added from the calendar, changed and deleted', async ({ page }) => {
  await enter(page, 'employee');
  await page.goto('/shifts?period=2026-06');
  await expect(page.getByText(fi.shifts_empty_body)).toBeVisible();
  await page.getByRole('button', { name: 'tiistai 16.6.2026', exact: true }).click();
  const form = dialog(page, fi.shifts_add);
  await form.getByLabel(fi.shifts_end_time).fill('07:00');
  await form.getByRole('textbox', { name: fi.shifts_department }).fill('Klubikeikka');
  await form.getByRole('button', { name: fi.shifts_save }).click();
  await expect(form.getByText(fi.notify_return_before_departure)).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel(fi.shifts_end_time).fill('12:00');
  await form.getByRole('button', { name: fi.shifts_save }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Klubikeikka' });
  await expect(card).toContainText('08:00–12:00');
  await card.getByRole('button', { name: fi.shifts_edit }).click();
  const edit = dialog(page, fi.shifts_edit);
  await edit.getByLabel(fi.shifts_end_time).fill('13:00');
  await edit.getByRole('button', { name: fi.shifts_save }).click();
  await expect(card).toContainText('08:00–13:00');
  await card.getByRole('button', { name: fi.shifts_delete }).click();
  await dialog(page, fi.shifts_delete_title)
    .getByRole('button', { name: fi.shifts_delete })
    .click();
  await expect(page.getByText(fi.shifts_empty_body)).toBeVisible();
});
