import type { Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { bankTells, call } from '../support/payday.ts';
import { people, type Person } from '../support/people.ts';
import {
  addPurchase,
  giveShare,
  partOf,
  payoutsLeave,
  putIntoFile,
  readyPayouts,
} from '../support/sharing.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

// Money leaves the account, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-17' } });

type Money = components['schemas']['BillMoney'];

/** Takes the browser from one person's page to another's. */
async function become(page: Page, person: Person) {
  await page.goto('about:blank');
  return enter(page, person);
}

const SELLER = 'Valotalo Oy';

test('a bill is shared, a purchase paid out of it, and an advance granted and paid by two people @phone', async ({
  page,
}) => {
  const contractor = await enter(page, 'worker');
  const draft = await makeDraft(contractor, { billingdate: '17.11.2026' });
  const main = page.getByRole('main');
  const part = (name: string) => partOf(page, name);
  const accessible = () => expectAccessible(page);
  const edited = editor(page);
  await edited.open(draft.id);
  const { username: email, fullName } = people.employee;
  await giveShare(
    page,
    { email, fullName, amount: '300', description: 'Toinen kuvaaja' },
    accessible,
  );
  const lights = {
    seller: SELLER,
    account: 'FI37 1590 3000 0007 76',
    reference: '1232',
    amount: '200',
    total: '251,00',
    commission: '15,00',
    copy: 'valot.pdf',
  };
  await addPurchase(page, lights, accessible);
  // 1 000 € less 300 €, 200 € and 7.5 % of 200 €.
  await expect(main.getByRole('region', { name: fi.sharing_left_label })).toContainText('485,00');
  await expectAccessible(page);

  // While the subcontractor has not answered, the bill cannot be sent.
  await edited.send.click();
  await expect(page.getByRole('dialog')).toContainText(fi.sharing_error_not_approved);

  const { subId, shareId } = await (async () => {
    const { contractorBillableItems: shares } = await contractor.bill(draft.id);
    return { subId: shares[0]?.subcontractor.id ?? '', shareId: shares[0]?.id ?? '' };
  })();
  const sub = await become(page, 'employee');
  expect(sub.id).toBe(subId);
  // The link of the mail leads to the share.
  await page.goto(`/?share=${shareId}`);
  const offered = part(fi.sharing_for_me).getByRole('listitem').filter({ hasText: '300,00' });
  await expect(offered).toBeFocused();
  await expectAccessible(page);
  await offered
    .getByRole('button', {
      name: fill(fi.sharing_approve_of, { name: people.worker.fullName }),
    })
    .click();
  await expect(page.getByText(fi.sharing_approved_told)).toBeVisible();

  await become(page, 'worker');
  await edited.open(draft.id);
  await expect(part(fi.sharing_title).getByText(fi.sharing_state_approved)).toBeVisible();
  await edited.send.click();
  const sending = page.getByRole('dialog');
  await sending.getByRole('button', { name: fi.bills_action_send }).click();
  await expect(sending).toBeHidden();

  await become(page, 'clerk');
  await call(page, 'PUT', `/api/provider/bills/${draft.id}/take`);
  await page.goto(`/provider/bills/${draft.id}`);
  await expect(part(fi.sharing_title)).toContainText(people.employee.fullName);
  await expect(part(fi.purchases_title)).toContainText(SELLER);
  await expect(part(fi.purchases_title).getByTitle('valot.pdf')).toBeAttached();
  await expectAccessible(page);
  await main.getByRole('button', { name: fi.providerbills_approve }).click();
  await expect
    .poll(
      async () =>
        (await call<{ bill: { state: string } }>(page, 'GET', `/api/provider/bills/${draft.id}`))
          .bill.state,
    )
    .toBe('APPROVED');
  await call(page, 'PUT', `/api/provider/bills/${draft.id}/send`);

  await become(page, 'worker');
  await page.goto(`/invoice?id=${draft.id}`);
  await part(fi.advances_title).getByRole('button', { name: fi.advances_ask }).click();
  const asking = dialog(page, fi.advances_dialog);
  await asking.getByRole('checkbox', { name: /Kirjan kansi/ }).check();
  await asking.getByRole('textbox', { name: fi.advances_amount }).fill('100');
  await expectAccessible(page);
  await asking.getByRole('button', { name: fi.advances_confirm }).click();
  await page.getByRole('button', { name: fi.advances_success_close }).click();
  await expect(part(fi.advances_title)).toContainText(fi.advances_state_requested);
  const money = await call<Money>(page, 'GET', `/api/bill/${draft.id}/money`);
  const picture = part(fi.money_title);
  await expect(picture.getByRole('listitem')).toHaveCount(money.parts.length + 1);
  await expect(picture.getByRole('listitem').last()).toContainText('1\u00a0255,00');
  await expectAccessible(page);

  await become(page, 'payroll');
  await page.goto('/provider/advances');
  const request = main.getByRole('listitem').filter({ hasText: '100,00' }).filter({
    hasText: people.worker.fullName,
  });
  await expectAccessible(page);
  await request.getByRole('button', { name: fi.provideradvances_grant }).click();
  await page.getByRole('dialog').getByRole('button', { name: fi.provideradvances_grant }).click();
  await expect(request).toBeHidden();

  await page.goto('/provider/payouts');
  const ours = await readyPayouts(page, draft.id);
  expect(ours.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
    'ADVANCE 100',
    'PURCHASE 251',
  ]);
  await putIntoFile(page, ours, accessible);
  const file = main.getByRole('article', { name: /17\.11\.2026.*351,00/ });
  await expect(file).toContainText(fi.payouts_approve_own_file);
  await expect(file.getByRole('link', { name: fi.payouts_download })).toBeHidden();

  await become(page, 'payroll2');
  await page.goto('/provider/payouts');
  await file.getByRole('button', { name: fi.payouts_approve }).click();
  const approving = page.getByRole('dialog');
  await expect(approving).toContainText('FI37 1590 3000 0007 76');
  await expectAccessible(page);
  await approving.getByRole('button', { name: fi.payouts_approve }).click();
  const download = file.getByRole('link', { name: fi.payouts_download });
  await expect(download).toBeVisible();
  await expectAccessible(page);
  const written = await page.request.get((await download.getAttribute('href')) ?? '');
  expect(await written.text()).toContain('FI3715903000000776');

  await bankTells(page, payoutsLeave('P', ours));
  await expect(async () => {
    await page.reload();
    await expect(file.getByText(fi.payouts_state_paid)).toHaveCount(2, { timeout: 2000 });
  }).toPass();
  await page.goto('/provider/advances?state=PAID');
  await expect(main.getByRole('region').first()).toContainText('100,00');
  await expectAccessible(page);

  await become(page, 'worker');
  await page.goto(`/invoice?id=${draft.id}`);
  await expect(part(fi.advances_title)).toContainText(fi.advances_state_paid);
  await expect(part(fi.purchases_title)).toContainText(
    fill(fi.purchases_about_paid, { day: '17.11.2026' }),
  );
});
