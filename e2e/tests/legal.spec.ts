import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseLanguage, fill, texts } from '../support/texts.ts';

const PERCENT = { fi: '6,9\u00A0%', en: '6.9%' };
const MAXIMUM = { fi: '500,00\u00A0€', en: '€500.00' };

for (const language of ['fi', 'en'] as const) {
  test(`everybody finds the terms, the notice and what Liksa is, in ${language}`, async ({
    page,
  }) => {
    const t = texts[language];
    await page.goto('/login');
    await chooseLanguage(page, language);
    const pages = [
      [t.page_eula, t.legal_terms_end_1],
      [t.page_privacy, t.legal_privacy_rights_1],
      [t.page_accessibility, t.legal_access_feedback_1],
      // Of the demo's settings; the server's tests change them.
      [
        t.page_about,
        fill(t.legal_about_price_1, { percent: PERCENT[language], maximum: MAXIMUM[language] }),
      ],
    ] as const;
    for (const [title, passage] of pages) {
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(passage);
      await expectAccessible(page, language);
    }
    await page.getByRole('contentinfo').getByRole('link', { name: t.page_accessibility }).click();
    const contact = page.getByRole('main').getByRole('link', { name: 'laskutus@liksa.example' });
    await expect(contact).toHaveAttribute('href', 'mailto:laskutus@liksa.example');
    // Nothing is measured here, so nothing is asked.
    await expect(page.getByRole('button', { name: t.legal_consent_settings })).toBeHidden();
  });
}
