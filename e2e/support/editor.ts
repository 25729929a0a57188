import { expect, type Locator, type Page } from '@playwright/test';
import { texts, type Language } from './texts.ts';

/** The text of a state up to where its time begins. */
function beginningOf(text: string): RegExp {
  return new RegExp(`^${text.slice(0, text.indexOf('{'))}`);
}

/** The parts of the invoice editor as a person finds them. */
export function editor(page: Page, language: Language = 'fi') {
  const t = texts[language];
  const main = page.getByRole('main');
  const rows = main.getByRole('region', { name: t.invoice_rows }).getByRole('listitem');
  const saved = main.getByText(beginningOf(t.invoice_status_saved));
  return {
    customer: main.getByRole('combobox', { name: t.customers_picker, exact: true }),
    billingDate: main.getByRole('textbox', { name: t.bills_billing_date }),
    dueDate: main.getByRole('textbox', { name: t.bills_due_date }),
    dueDays: main.getByRole('textbox', { name: t.invoice_due_days }),
    language: main.getByRole('combobox', { name: t.invoice_language }),
    /** That of the bill stands before those of its rows. */
    vat: main.getByRole('combobox', { name: t.invoice_vat }).first(),
    reverse: main.getByRole('checkbox', { name: t.invoice_reverse_vat }),
    zeroReason: main.getByRole('combobox', { name: t.invoice_vat_zero_reason }),
    /** Whether and how the customer pays what was spent. */
    billed: main.getByRole('checkbox', { name: t.invoice_bill_reimbursements }),
    separate: main.getByRole('checkbox', { name: t.invoice_separate_reimbursements }),
    construction: main.getByRole('checkbox', { name: t.invoice_construction_reimbursements }),
    extra: main.getByRole('button', { name: t.invoice_extra }),
    yourCode: main.getByRole('textbox', { name: t.invoice_yourcode }),
    text: main.getByRole('textbox', { name: t.invoice_text }),
    specification: main.getByRole('textbox', { name: t.invoice_specification }),
    addRow: main.getByRole('button', { name: t.invoice_row_add, exact: true }),
    send: main.getByRole('button', { name: t.bills_action_send }),
    summary: main.getByRole('region', { name: t.invoice_summary }),
    /** What the page says once the bill is sent. */
    sent: main.getByRole('heading', { name: t.invoice_sent_title }),
    /** A bill that was sent, as its customer sees it. */
    paper: main.getByRole('region', { name: t.invoice_paper }),
    saved,
    rows,
    row: (place: number) => rowOf(rows.nth(place), language),
    /** Opens a bill and waits until it can be written into. */
    open: async (billId: string) => {
      await page.goto(`/invoice?id=${billId}`);
      await expect(saved).toBeVisible();
    },
  };
}

export type Editor = ReturnType<typeof editor>;

function rowOf(row: Locator, language: Language) {
  const t = texts[language];
  const cell = (name: string) => row.getByRole('textbox', { name });
  return {
    destination: cell(t.invoice_row_destination),
    date: cell(t.invoice_row_date),
    type: row.getByRole('combobox', { name: t.invoice_row_type }),
    amount: cell(t.invoice_row_amount),
    unitPrice: cell(t.invoice_row_unit_price),
    vat: row.getByRole('combobox', { name: t.invoice_vat }),
    price: cell(t.invoice_row_price),
    priceWithVat: cell(t.invoice_row_price_with_vat),
    /** Which of two numbers was meant. */
    question: row.getByRole('group'),
    /** Folds and unfolds. */
    heading: row
      .getByRole('button', { expanded: true })
      .or(row.getByRole('button', { expanded: false })),
    button: (text: string) => row.getByRole('button', { name: text }),
  };
}

/** The dialog that is open. */
export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}
