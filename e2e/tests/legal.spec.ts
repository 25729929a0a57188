import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseLanguage, texts } from '../support/texts.ts';

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
      [t.page_about, t.legal_about_price_1],
    ] as const;
    for (const [title, passage] of pages) {
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(passage);
      await expectAccessible(page, language);
    }
    // Nothing is measured here, so nothing is asked.
    await expect(page.getByRole('button', { name: t.legal_consent_settings })).toBeHidden();
  });
}
