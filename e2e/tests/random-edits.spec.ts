import type { Page } from '@playwright/test';
import { enter, makeDraft } from '../support/account.ts';
import { dialog, editor, type Editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  dayAfter,
  expectedRow,
  modelOf,
  readRows,
  shownRow,
  totalOf,
  type ModelBill,
  type ModelRow,
} from '../support/modelBill.ts';
import { chance, type Chance } from '../support/random.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

/** Another one for each run: EDIT_SEED repeats the run that printed it. */
const SEED = Number(process.env['EDIT_SEED'] ?? Date.now() % 1_000_000);
const STEPS = 40;
const MOST_ROWS = 6;
const VAT = [25.5, 13.5, 10, 0];
// Spaces at the ends are not saved, so the texts have none.
const WORDS = [
  'taitto',
  'Kuvitus & kansi',
  'äänitys “yöllä”',
  '<b>ohjaus</b>',
  'luonnos  2',
  'ÅÄÖ €',
];

/** Edits a bill at random on the screen and records what it must hold. */
class Writer {
  readonly steps: string[] = [];
  private readonly page: Page;
  private readonly at: Editor;
  private readonly chance: Chance;
  readonly bill: ModelBill;

  constructor(page: Page, bill: ModelBill, seed: number) {
    this.page = page;
    this.at = editor(page);
    this.bill = bill;
    this.chance = chance(seed);
  }

  /** Does one thing that a person might do now. */
  async step() {
    const actions = [
      ...Array<() => Promise<void>>(3).fill(() => this.writeText()),
      () => this.chooseLanguage(),
      () => this.chooseVat(),
      () => this.addRow(),
      ...Array<() => Promise<void>>(2).fill(() => this.reload()),
      ...(this.bill.rows.length === 0
        ? []
        : [
            ...Array<() => Promise<void>>(6).fill(() => this.writeCell()),
            () => this.choosePricing(),
            () => this.chooseRowVat(),
            () => this.fold(),
            () => this.duplicate(),
            () => this.remove(),
          ]),
    ];
    await this.chance.pick(actions)();
  }

  private text(): string {
    return `${this.chance.pick(WORDS)} ${this.chance.below(1000)}`;
  }

  private log(step: string) {
    this.steps.push(step);
  }

  /** A row, unfolded, since a folded one cannot be written into. */
  private async openRow(): Promise<[ModelRow, number]> {
    const place = this.chance.below(this.bill.rows.length);
    const row = this.bill.rows[place];
    if (row === undefined) throw new Error('There is no such row.');
    if (row.collapsed) {
      row.collapsed = false;
      await this.at.row(place).heading.click();
    }
    return [row, place];
  }

  private async writeText() {
    const field = this.chance.pick(['yourcode', 'invoiceText', 'specificationDetails'] as const);
    const lines = field === 'yourcode' ? [this.text()] : [this.text(), '', this.text()];
    const text = this.chance.below(6) === 0 ? '' : lines.join('\n');
    this.log(`${field}: ${JSON.stringify(text)}`);
    const { yourCode, text: invoiceText, specification } = this.at;
    const input = { yourcode: yourCode, invoiceText, specificationDetails: specification }[field];
    if (!(await input.isVisible())) await this.at.extra.click();
    await input.fill(text);
    this.bill[field] = text;
  }

  private async chooseLanguage() {
    this.bill.language = this.bill.language === 'fin' ? 'eng' : 'fin';
    this.log(`language: ${this.bill.language}`);
    await this.at.language.selectOption(this.bill.language);
  }

  /** The rows at the VAT of the bill follow it; a reason for zero goes with zero. */
  private async chooseVat() {
    const vat = this.chance.pick(VAT);
    this.log(`VAT: ${vat}`);
    const { rows, vat: before } = this.bill;
    for (const row of rows) if (row.vat === before) row.vat = vat;
    if (vat !== before && vat !== 0) this.bill.zeroReason = null;
    this.bill.vat = vat;
    await this.at.vat.selectOption(String(vat));
    if (vat === 0) {
      this.bill.zeroReason = 1 + this.chance.below(10);
      await this.at.zeroReason.selectOption(String(this.bill.zeroReason));
    }
  }

  private async addRow() {
    if (this.bill.rows.length >= MOST_ROWS) return;
    this.log('add a row');
    const last = this.bill.rows.at(-1);
    await this.at.addRow.click();
    this.bill.rows.push({
      destination: '',
      date: last === undefined ? '16.11.2026' : dayAfter(last.date),
      vat: this.bill.vat,
      price: { total: null },
      collapsed: false,
    });
  }

  private async writeCell() {
    const [row, place] = await this.openRow();
    const cells = this.at.row(place);
    const cell = this.chance.pick(['destination', 'date', 'price', 'price'] as const);
    if (cell === 'destination') {
      row.destination = this.text();
      this.log(`row ${place + 1}: ${row.destination}`);
      await cells.destination.fill(row.destination);
    } else if (cell === 'date') {
      row.date = `${String(1 + this.chance.below(28)).padStart(2, '0')}.11.2026`;
      this.log(`row ${place + 1}: ${row.date}`);
      await cells.date.fill(row.date);
    } else if ('total' in row.price) {
      const cents = this.chance.below(500_000);
      row.price = { total: cents / 100 };
      this.log(`row ${place + 1}: ${cents / 100} €`);
      await cells.price.fill((cents / 100).toFixed(2).replace('.', ','));
    } else await this.writeAmount(row, place);
  }

  /** With halves and tens of cents, so that the total has no more than cents. */
  private async writeAmount(row: ModelRow, place: number) {
    const amount = (1 + this.chance.below(40)) / 2;
    const unitPrice = this.chance.below(2000) / 10;
    this.log(`row ${place + 1}: ${amount} × ${unitPrice} €`);
    row.price = { amount, unitPrice };
    const cells = this.at.row(place);
    await cells.amount.fill(String(amount).replace('.', ','));
    await cells.unitPrice.fill(String(unitPrice).replace('.', ','));
  }

  private async choosePricing() {
    const [row, place] = await this.openRow();
    const { type } = this.at.row(place);
    this.log(`row ${place + 1}: the other pricing`);
    if ('total' in row.price) {
      await type.selectOption('AMOUNT');
      await this.writeAmount(row, place);
    } else {
      await type.selectOption('CONTRACT');
      row.price = { total: totalOf(row) };
    }
  }

  private async chooseRowVat() {
    const [row, place] = await this.openRow();
    row.vat = this.chance.pick(VAT);
    this.log(`row ${place + 1}: VAT ${row.vat}`);
    await this.at.row(place).vat.selectOption(String(row.vat));
  }

  private async fold() {
    const place = this.chance.below(this.bill.rows.length);
    const row = this.bill.rows[place];
    if (row === undefined) return;
    row.collapsed = !row.collapsed;
    this.log(`row ${place + 1}: ${row.collapsed ? 'fold' : 'unfold'}`);
    await this.at.row(place).heading.click();
  }

  private async duplicate() {
    if (this.bill.rows.length >= MOST_ROWS) return;
    const [row, place] = await this.openRow();
    this.log(`duplicate row ${place + 1}`);
    const number = String(place + 1);
    await this.at.row(place).button(fill(fi.invoice_row_duplicate, { number })).click();
    const copy = { ...structuredClone(row), date: dayAfter(row.date), collapsed: false };
    this.bill.rows.splice(place + 1, 0, copy);
  }

  private async remove() {
    const place = this.chance.below(this.bill.rows.length);
    const undo = this.chance.below(2) === 0;
    const row = this.bill.rows[place];
    if (row === undefined) return;
    this.log(`delete row ${place + 1}${undo ? ' and undo it' : ''}`);
    const blank = row.destination === '' && totalOf(row) === null;
    const number = String(place + 1);
    await this.at.row(place).button(fill(fi.invoice_row_delete, { number })).click();
    if (!blank) {
      await dialog(this.page, fi.invoice_row_delete_title)
        .getByRole('button', { name: fi.invoice_row_delete_confirm })
        .click();
    }
    await expect(this.at.rows).toHaveCount(this.bill.rows.length - 1);
    // The newest of the notices stands last.
    const notice = this.page.getByRole('status').filter({ hasText: fi.invoice_row_deleted }).last();
    if (undo) await notice.getByRole('button', { name: fi.invoice_undo }).click();
    else this.bill.rows.splice(place, 1);
    await expect(this.at.rows).toHaveCount(this.bill.rows.length);
  }

  /** At once, whether or not the last edit has been saved. */
  private async reload() {
    this.log('reload');
    await this.page.reload();
    await this.expectOnScreen();
  }

  /** Edits once more, since what a reload brought back is saved with the next edit. */
  async finish() {
    await this.chooseLanguage();
    await expect(this.at.saved).toBeVisible();
    this.log('reload at the end');
    await this.page.reload();
    await expect(this.at.saved).toBeVisible();
  }

  async expectOnScreen() {
    const { yourCode, text, specification, language, vat, zeroReason, extra, rows } = this.at;
    const bill = this.bill;
    await expect(language).toHaveValue(bill.language);
    await expect(vat).toHaveValue(String(bill.vat));
    if (bill.zeroReason !== null) await expect(zeroReason).toHaveValue(String(bill.zeroReason));
    if (!(await yourCode.isVisible())) await extra.click();
    await expect(yourCode).toHaveValue(bill.yourcode);
    await expect(text).toHaveValue(bill.invoiceText);
    await expect(specification).toHaveValue(bill.specificationDetails);
    expect((await readRows(rows)).map(shownRow)).toEqual(bill.rows.map(expectedRow));
  }
}

test('what is typed at random is on the screen and on the server', async ({ page }) => {
  test.slow();
  console.log(`EDIT_SEED=${SEED}`);
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account);
  await editor(page).open(id);
  const writer = new Writer(page, modelOf(await account.bill(id)), SEED);
  try {
    for (let step = 0; step < STEPS; step += 1) await writer.step();
    await writer.finish();
    await writer.expectOnScreen();
    expect(modelOf(await account.bill(id))).toEqual(writer.bill);
  } catch (error) {
    throw new Error(`EDIT_SEED=${SEED}, after:\n${writer.steps.join('\n')}`, { cause: error });
  }
});
