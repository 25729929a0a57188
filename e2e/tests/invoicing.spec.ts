import { expectAccessible } from '../support/accessibility.ts';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import { fill, singular, texts, type Language } from '../support/texts.ts';

const { fi } = texts;

const customerName = 'Asunto Oy Kuusikuja 4';

test.afterEach(async ({ page }) => {
  await (await enter(page, 'worker')).speak('fi');
});

/** On a phone one language is enough. */
const phoneOnce = (language: Language) => (language === 'fi' ? { tag: '@phone' } : {});

for (const language of ['fi', 'en'] as const) {
  const t = texts[language];

  test(
    `an invoice is made and sent, in ${t[`language_${language}`]}`,
    phoneOnce(language),
    async ({ page, isMobile }) => {
      const account = await enter(page, 'worker');
      await account.speak(language);
      await page.goto('/invoices');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: t.bills_new, exact: true }).click();
      const { customer, row, send, sent, paper, saved, summary } = editor(page, language);
      await customer.click();
      await expect(page.getByRole('option', { name: customerName })).toBeVisible();
      await expectAccessible(page, language);
      await customer.fill('Kuusikuja');
      await page.getByRole('option', { name: customerName }).click();
      await expect(saved).toBeVisible();
      await row(0).destination.fill('Portaikon opasteet');
      await row(0).price.fill('1000');
      await expect(row(0).priceWithVat).toHaveValue(language === 'fi' ? /^1\s255,00$/ : '1,255.00');

      if (isMobile) await page.getByRole('button', { name: /717,48/ }).click();
      const figures = isMobile ? dialog(page, t.invoice_summary) : summary;
      await expect(figures).toContainText(
        t.calculator_line_invoiced + (language === 'fi' ? '1 255,00 €' : '€1,255.00'),
      );
      await expect(figures).toContainText(
        t.calculator_to_account + (language === 'fi' ? '717,48 €' : '€717.48'),
      );
      await expect(saved).toBeVisible();
      await expectAccessible(page, language);
      if (isMobile) await figures.getByRole('button', { name: t.dialog_close }).click();

      await send.click();
      const question = dialog(page, t.bills_send_title);
      await expect(question).toContainText(
        fill(t.bills_send_dates, { billingdate: '16.11.2026', due: '30.11.2026' }),
      );
      await question.getByRole('button', { name: t.bills_action_send }).click();
      await expect(sent).toBeVisible();
      await expect(paper.getByRole('img')).toBeVisible();
      await expectAccessible(page, language);
      const [newest] = await account.bills('pending');
      expect(newest).toMatchObject({ state: 'PENDING', totalprice: 1000, totalpriceWithAlv: 1255 });
      await page.getByRole('link', { name: t.invoice_sent_list }).click();
      const pending = page.getByRole('region', { name: t.bills_section_pending });
      await expect(pending.locator(`a[href="/invoice?id=${newest?.id}"]`).first()).toBeVisible();
    },
  );
}

test('what keeps a bill from being sent is said where it is', async ({ page }) => {
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account, {
    billableitems: [{ type: 'CONTRACT', date: '12.11.2026', alv: 25.5, destination: 'Kansi' }],
  });
  const { open, row, send } = editor(page);
  await open(id);
  await send.click();
  const question = dialog(page, singular.fi.bills_send_left);
  await expect(question.getByRole('button', { name: fi.bills_action_send })).toBeDisabled();
  await question.getByRole('button', { name: /^Rivi 1: / }).click();
  await expect(row(0).price).toBeFocused();
  await expect(row(0).price).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await row(0).price.fill('55,50');
  await expect(row(0).price).not.toHaveAttribute('aria-invalid', 'true');
  expect(await account.bill(id)).toMatchObject({ state: 'OPEN' });
});
