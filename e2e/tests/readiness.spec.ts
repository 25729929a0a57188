import { expectAccessible } from '../support/accessibility.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, goToBank } from '../support/newcomer.ts';
import { customer } from '../support/payday.ts';
import { smallPdf } from '../support/pdf.ts';
import { fill, singular, texts } from '../support/texts.ts';

// It makes an account, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-19' } });

const { fi } = texts;
const email = 'maija.valmis@liksa.example';
const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

const progress = (done: number) => fill(fi.readiness_progress, { done: `${done}`, all: '4' });

test(
  'a newcomer gives what is missing from the first invoice on, until the checklist is gone',
  { tag: '@phone-only' },
  async ({ page }) => {
    await goToBank(page, { email });
    await choose(page, 'maija');
    await page.getByRole('button', { name: fi.register_accept }).first().click();
    const checklist = page.getByRole('region', { name: fi.readiness_title });
    await expect(checklist.getByText(progress(0))).toBeVisible();
    await expectAccessible(page);

    // The first invoice: its rows have tests of their own.
    const post = async <T>(path: string, data: object): Promise<T> => {
      const answer = await page.request.post(path, { headers: fromOwnPage, data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return (await answer.json()) as T;
    };
    const session = await page.request.get('/api/session');
    const { user } = (await session.json()) as { user: { id: string } };
    const { id: customerId } = await post<{ id: string }>('/api/sharedcustomers', customer);
    const bill = await post<{ id: string }>(`/api/person/${user.id}/bills`, {
      billingdate: '19.11.2026',
      sharedCustomer: { id: customerId },
      alv: 25.5,
      billableitems: [
        { type: 'CONTRACT', date: '18.11.2026', destination: 'Keikka', alvPrice: 1200 },
      ],
    });
    const { open, send } = editor(page);
    await open(bill.id);
    await page.getByRole('button', { name: new RegExp(fi.calculator_to_account) }).click();
    const summary = dialog(page, fi.invoice_summary);
    const noCard = fill(fi.readiness_no_card, { percent: '60 %' });
    await expect(summary.getByRole('button', { name: noCard })).toBeVisible();
    await expect(summary.getByText(/871,87/), 'with a card of 20 %').toBeVisible();
    const details = summary.getByRole('region', { name: fi.readiness_missing });
    await details.getByLabel(fi.account_iban).fill('FI2112345600000785');
    await expectAccessible(page);
    await details.getByRole('button', { name: fi.readiness_account_save }).click();
    await expect(summary.getByText(fi.readiness_account_saved)).toBeVisible();
    await summary.getByRole('button', { name: fi.dialog_close }).click();

    // While it is sent, which waits for nothing.
    await send.click();
    const sending = dialog(page, fi.bills_send_title);
    await expect(sending.getByRole('button', { name: fi.bills_action_send })).toBeEnabled();
    const asked = sending.getByRole('region', { name: fi.readiness_missing });
    await asked.getByLabel(fi.account_profession).fill('muusik');
    await page
      .getByRole('option', { name: /muusik/i })
      .first()
      .click();
    await expect(sending.getByText(fi.readiness_profession_saved)).toBeVisible();
    await expectAccessible(page);
    await sending.getByRole('button', { name: fi.bills_action_send }).click();

    // On the page of the sent invoice.
    const missing = page.getByRole('main').getByRole('region', { name: fi.readiness_missing });
    await expect(missing.getByRole('button', { name: fi.account_tax_upload })).toBeVisible();
    await expect(page.getByText(fi.invoice_locked_pending)).toBeVisible();
    await expectAccessible(page);
    const card = {
      name: 'verokortti.pdf',
      mimeType: 'application/pdf',
      buffer: smallPdf,
    };
    await missing.locator('input[type="file"]').setInputFiles(card);
    await expect(page.getByText(fi.readiness_complete)).toBeVisible();
    await expectAccessible(page);

    // The last item leads to its button on the account page.
    await page.goto('/');
    await expect(checklist.getByText(progress(3))).toBeVisible();
    await expect(page.getByText(/ei tarvitse tehdä mitään/)).toHaveCount(0);
    await checklist.getByRole('link', { name: fi.readiness_email_add }).click();
    const confirm = page.getByRole('button', { name: fi.account_email_send_own });
    await expect(confirm).toBeFocused();
    await confirm.click();
    await expect(page.getByText(fill(fi.account_email_sent_own, { email }))).toBeVisible();
    await page.goto('/demo/mails');
    await page.getByRole('link', { name: 'Vahvista sähköpostiosoitteesi' }).first().click();
    await page.getByRole('link', { name: 'Vahvista osoite' }).click();
    await page.getByRole('button', { name: fi.account_email_confirm }).click();
    await expect(page.getByRole('heading', { level: 1, name: fi.page_account })).toBeVisible();
    await page.goto('/');
    await expect(page.getByText(singular.fi.home_next_pending)).toBeVisible();
    await expect(checklist).toHaveCount(0);
  },
);
