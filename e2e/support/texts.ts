import { expect, type Page } from '@playwright/test';
import enAccount from '../../web/src/locales/en/account.json' with { type: 'json' };
import enAudit from '../../web/src/locales/en/audit.json' with { type: 'json' };
import enBills from '../../web/src/locales/en/bills.json' with { type: 'json' };
import enCalculator from '../../web/src/locales/en/calculator.json' with { type: 'json' };
import enCommon from '../../web/src/locales/en/common.json' with { type: 'json' };
import enCustomers from '../../web/src/locales/en/customers.json' with { type: 'json' };
import enInvoice from '../../web/src/locales/en/invoice.json' with { type: 'json' };
import enLegal from '../../web/src/locales/en/legal.json' with { type: 'json' };
import enDemoMails from '../../web/src/locales/en/demomails.json' with { type: 'json' };
import enNotify from '../../web/src/locales/en/notify.json' with { type: 'json' };
import enPages from '../../web/src/locales/en/pages.json' with { type: 'json' };
import enProvider from '../../web/src/locales/en/provider.json' with { type: 'json' };
import enProviderBills from '../../web/src/locales/en/providerbills.json' with { type: 'json' };
import enProviderMoney from '../../web/src/locales/en/providermoney.json' with { type: 'json' };
import enProviderPayroll from '../../web/src/locales/en/providerpayroll.json' with { type: 'json' };
import enProviderPeople from '../../web/src/locales/en/providerpeople.json' with { type: 'json' };
import enRegister from '../../web/src/locales/en/register.json' with { type: 'json' };
import enSalaries from '../../web/src/locales/en/salaries.json' with { type: 'json' };
import enTemplates from '../../web/src/locales/en/templates.json' with { type: 'json' };
import fiAccount from '../../web/src/locales/fi/account.json' with { type: 'json' };
import fiAudit from '../../web/src/locales/fi/audit.json' with { type: 'json' };
import fiBills from '../../web/src/locales/fi/bills.json' with { type: 'json' };
import fiCalculator from '../../web/src/locales/fi/calculator.json' with { type: 'json' };
import fiCommon from '../../web/src/locales/fi/common.json' with { type: 'json' };
import fiCustomers from '../../web/src/locales/fi/customers.json' with { type: 'json' };
import fiInvoice from '../../web/src/locales/fi/invoice.json' with { type: 'json' };
import fiLegal from '../../web/src/locales/fi/legal.json' with { type: 'json' };
import fiDemoMails from '../../web/src/locales/fi/demomails.json' with { type: 'json' };
import fiNotify from '../../web/src/locales/fi/notify.json' with { type: 'json' };
import fiPages from '../../web/src/locales/fi/pages.json' with { type: 'json' };
import fiProvider from '../../web/src/locales/fi/provider.json' with { type: 'json' };
import fiProviderBills from '../../web/src/locales/fi/providerbills.json' with { type: 'json' };
import fiProviderMoney from '../../web/src/locales/fi/providermoney.json' with { type: 'json' };
import fiProviderPayroll from '../../web/src/locales/fi/providerpayroll.json' with { type: 'json' };
import fiProviderPeople from '../../web/src/locales/fi/providerpeople.json' with { type: 'json' };
import fiRegister from '../../web/src/locales/fi/register.json' with { type: 'json' };
import fiSalaries from '../../web/src/locales/fi/salaries.json' with { type: 'json' };
import fiTemplates from '../../web/src/locales/fi/templates.json' with { type: 'json' };

/** The app's own texts, so that no test repeats them. */
export const texts = {
  fi: {
    ...fiCommon,
    ...fiAudit,
    ...fiPages,
    ...fiNotify,
    ...fiCalculator,
    ...fiInvoice,
    ...fiBills,
    ...fiCustomers,
    ...fiTemplates,
    ...fiProvider,
    ...fiProviderBills,
    ...fiSalaries,
    ...fiProviderPayroll,
    ...fiProviderPeople,
    ...fiProviderMoney,
    ...fiRegister,
    ...fiAccount,
    ...fiLegal,
    ...fiDemoMails,
  },
  en: {
    ...enCommon,
    ...enAudit,
    ...enPages,
    ...enNotify,
    ...enCalculator,
    ...enInvoice,
    ...enBills,
    ...enCustomers,
    ...enTemplates,
    ...enProvider,
    ...enProviderBills,
    ...enSalaries,
    ...enProviderPayroll,
    ...enProviderPeople,
    ...enProviderMoney,
    ...enRegister,
    ...enAccount,
    ...enLegal,
    ...enDemoMails,
  },
};

export type Language = keyof typeof texts;

/** Fills the places of a text: `fill('Hello, {name}!', { name: 'Aino' })`. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** Uses the language switch of the header. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const name = texts[language][`language_${language}`];
  await page.getByRole('banner').locator('label', { hasText: name }).click();
  await expect(page.getByRole('radio', { name })).toBeChecked();
}
