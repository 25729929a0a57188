import type { Page, Route } from '@playwright/test';
import { enter, makeDraft, type Account } from '../support/account.ts';
import { dialog, editor, type Editor } from '../support/editor.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  dayAfter,
  expectedRow,
  modelOf,
  readRows,
  shownRow,
  moneyText,
  totalOf,
  type ModelBill,
  type ModelRow,
} from '../support/modelBill.ts';
import { pdfText } from '../support/pdf.ts';
import { chance, type Chance } from '../support/random.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

/** Another one for each run: EDIT_SEED repeats the run that printed it. */
const SEED = Number(process.env['EDIT_SEED'] ?? Date.now() % 1_000_000);
/** How often each thing is done that a person may do. */
const STEPS = {
  writeText: 3,
  writeCell: 10,
  chooseLanguage: 1,
  chooseVat: 2,
  addRow: 2,
  choosePricing: 2,
  writeNoNumber: 2,
  writeTwoMeanings: 2,
  chooseRowVat: 1,
  fold: 2,
  duplicate: 1,
  remove: 2,
  reverseVat: 2,
  reload: 2,
  loseConnection: 2,
  meetBusyServer: 2,
  editElsewhere: 1,
  copyAndComeBack: 1,
} as const;
type Step = keyof typeof STEPS;
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

const GROUPS = ['', ' ', '\u00A0', '\u202F', '.', ',', "'", '’'];
const AROUND = ['#', '# €', '#€', 'EUR #', '€ #', '#\u00A0€', '+#', '# eur', '€#'];
const NO_NUMBERS = ['10x5', '1e5', '1.23.4', 'noin 5'];

/** Euros as someone might write them, who is not asked what they mean. */
function written(cents: number, chance: Chance): string {
  const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
  const group = chance.pick(GROUPS);
  const point = group === ',' ? '.' : group === '.' ? ',' : chance.pick([',', '.']);
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  const decimals = [fraction, `${fraction}0000`];
  if (fraction.endsWith('0')) decimals.push(fraction.slice(0, 1));
  const number = `${grouped}${point}${chance.pick(decimals)}`;
  const isWhole = fraction === '00' && group !== '.' && group !== ',';
  const forms = isWhole ? [number, `${grouped}${point}-`, `${grouped}${point}`, grouped] : [number];
  return chance.pick(AROUND).replace('#', chance.pick(forms));
}

/** Without spaces: lines are broken otherwise on paper. */
function unbroken(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** Edits a bill at random on the screen and records what it must hold. */
class Writer {
  readonly steps: string[] = [];
  readonly notations: string[] = [];
  private readonly page: Page;
  private readonly at: Editor;
  private readonly chance: Chance;
  readonly bill: ModelBill;
  private readonly id: string;
  readonly counts: Partial<Record<Step, number>> = {};

  constructor(page: Page, id: string, bill: ModelBill, seed: number) {
    this.page = page;
    this.id = id;
    this.at = editor(page);
    this.bill = bill;
    this.chance = chance(seed);
  }

  /** So many of each: what takes long once, and everything at least once. In which order is up to chance. */
  async writeAll() {
    const steps = Object.values(STEPS).flatMap((times, place) => Array<number>(times).fill(place));
    const kinds = Object.keys(STEPS) as Step[];
    for (const place of this.chance.shuffle(steps)) {
      const kind = kinds[place];
      if (kind === undefined) throw new Error('There is no such step.');
      if (this.bill.rows.length === 0) await this.addRow();
      this.counts[kind] = (this.counts[kind] ?? 0) + 1;
      await this[kind]();
    }
  }

  private text(): string {
    return `${this.chance.pick(WORDS)} ${this.chance.below(1000)}`;
  }

  private write(cents: number): string {
    const text = written(cents, this.chance);
    this.notations.push(text);
    return text;
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

  async writeText() {
    const field = this.chance.pick(['invoiceText', 'specificationDetails'] as const);
    const lines = [this.text(), '', this.text()];
    const text = this.chance.below(6) === 0 ? '' : lines.join('\n');
    this.log(`${field}: ${JSON.stringify(text)}`);
    const { text: invoiceText, specification } = this.at;
    const input = { invoiceText, specificationDetails: specification }[field];
    if (!(await input.isVisible())) await this.at.extra.click();
    await input.fill(text);
    this.bill[field] = text;
  }

  async chooseLanguage() {
    this.bill.language = this.bill.language === 'fin' ? 'eng' : 'fin';
    this.log(`language: ${this.bill.language}`);
    await this.at.language.selectOption(this.bill.language);
  }

  /** The rows at the VAT of the bill follow it; a reason for zero goes with zero. */
  async chooseVat() {
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

  async addRow() {
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

  async writeCell() {
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
      const cents = this.chance.pick([this.chance.below(500_000), this.chance.below(5000) * 100]);
      const text = this.write(cents);
      row.price = { total: cents / 100 };
      this.log(`row ${place + 1}: ${JSON.stringify(text)}`);
      await cells.price.fill(text);
      await cells.price.blur();
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
    await cells.unitPrice.fill(this.write(Math.round(unitPrice * 100)));
    await cells.unitPrice.blur();
  }

  /** What is no number stays as it is, over a reload too, until it is corrected. */
  async writeNoNumber() {
    const [row, place] = await this.openRow();
    const text = this.chance.pick(NO_NUMBERS);
    this.log(`row ${place + 1}: ${text}, which is no number`);
    const { priceWithVat, price, heading } = this.at.row(place);
    await priceWithVat.fill(text);
    await priceWithVat.blur();
    await expect(priceWithVat).toHaveAttribute('aria-invalid', 'true');
    if (this.chance.below(2) === 0) {
      await this.page.reload();
      await expect(heading).toBeVisible();
      if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
    }
    await expect(priceWithVat).toHaveValue(text);
    if ('total' in row.price) {
      const total = this.chance.below(10_000) / 100;
      row.price = { total };
      await price.fill(total.toFixed(2));
      await price.blur();
    } else await this.writeAmount(row, place);
  }

  /** Either of the two numbers, by the button for it. */
  async writeTwoMeanings() {
    const [row, place] = await this.openRow();
    if (!('total' in row.price)) await this.at.row(place).type.selectOption('CONTRACT');
    const thousands = 1000 + this.chance.below(8000);
    const meant = this.chance.pick([thousands, thousands / 1000]);
    const separator = this.chance.pick(['.', ',']);
    const text = `${Math.floor(thousands / 1000)}${separator}${String(thousands % 1000).padStart(3, '0')}`;
    this.log(`row ${place + 1}: ${text}, meant as ${meant}`);
    const { price, question } = this.at.row(place);
    await price.fill(text);
    await price.blur();
    await question
      .getByRole('button')
      .nth(meant === thousands ? 0 : 1)
      .click();
    row.price = { total: meant };
    await price.blur();
  }

  /** Ticked and unticked it leaves every VAT as it was, whether or not that was saved between. */
  async reverseVat() {
    this.log('reverse VAT, and back');
    const { reverse, saved, rows } = this.at;
    await reverse.check();
    if (this.chance.below(2) === 0 && (await rows.count()) > 0) await expect(saved).toBeVisible();
    await reverse.uncheck();
  }

  async loseConnection() {
    this.log('lost connection');
    const context = this.page.context();
    await context.setOffline(true);
    await this.writeText();
    await this.writeCell();
    await context.setOffline(false);
  }

  /** The next save is refused, and made later by itself. */
  async meetBusyServer() {
    this.log('503');
    const refuse = async (route: Route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await route.fulfill({ status: 503, json: { errorKey: 'TIMEOUT', message: '', fields: [] } });
    };
    await this.page.route(`**/bills/${this.id}`, refuse, { times: 1 });
    await this.writeText();
  }

  /** The customer's reference is written in another tab alone, so that nothing has to be asked. */
  async editElsewhere() {
    this.bill.yourcode = this.text();
    this.log(`another tab: ${this.bill.yourcode}`);
    const tab = await this.page.context().newPage();
    const there = editor(tab);
    await tab.goto(`/invoice?id=${this.id}`);
    await expect(there.customer).toBeVisible();
    if (!(await there.yourCode.isVisible())) await there.extra.click();
    await there.yourCode.fill(this.bill.yourcode);
    await there.yourCode.blur();
    await expect(there.saved).toBeVisible();
    await tab.close();
  }

  async copyAndComeBack() {
    this.log('copy, and back');
    const copy = this.page.getByRole('main').getByRole('button', { name: fi.bills_action_copy });
    await this.save();
    await copy.click();
    await expect(this.page).not.toHaveURL(new RegExp(this.id));
    await expect(this.at.saved).toBeVisible();
    await this.page.goBack();
    await expect(this.page).toHaveURL(new RegExp(this.id));
    await expect(this.at.saved).toBeVisible();
    await this.expectOnScreen();
  }

  /** What a reload brought back is saved with the next edit. */
  private async save() {
    await this.chooseLanguage();
    await expect(this.at.saved).toBeVisible();
  }

  async choosePricing() {
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

  async chooseRowVat() {
    const [row, place] = await this.openRow();
    row.vat = this.chance.pick(VAT);
    this.log(`row ${place + 1}: VAT ${row.vat}`);
    await this.at.row(place).vat.selectOption(String(row.vat));
  }

  async fold() {
    const place = this.chance.below(this.bill.rows.length);
    const row = this.bill.rows[place];
    if (row === undefined) return;
    row.collapsed = !row.collapsed;
    this.log(`row ${place + 1}: ${row.collapsed ? 'fold' : 'unfold'}`);
    await this.at.row(place).heading.click();
  }

  async duplicate() {
    const [row, place] = await this.openRow();
    this.log(`duplicate row ${place + 1}`);
    const number = String(place + 1);
    await this.at.row(place).button(fill(fi.invoice_row_duplicate, { number })).click();
    const copy = { ...structuredClone(row), date: dayAfter(row.date), collapsed: false };
    this.bill.rows.splice(place + 1, 0, copy);
  }

  async remove() {
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
  async reload() {
    this.log('reload');
    await this.page.reload();
    await this.expectOnScreen();
  }

  /** Makes the bill one that can be sent: every row says what was done when, and for how much. */
  private async complete() {
    this.log('complete');
    this.bill.vat = 25.5;
    this.bill.zeroReason = null;
    await this.at.vat.selectOption('0');
    await this.at.vat.selectOption('25.5');
    if (this.bill.rows.length === 0) await this.addRow();
    for (const [place, row] of this.bill.rows.entries()) {
      const cells = this.at.row(place);
      if (row.collapsed) await cells.heading.click();
      row.collapsed = false;
      row.date = '12.11.2026';
      await cells.date.fill(row.date);
      row.vat = 25.5;
      await cells.vat.selectOption('25.5');
      row.destination ||= this.text();
      await cells.destination.fill(row.destination);
      if ((totalOf(row) ?? 0) > 0) continue;
      row.price = { total: 100 + place };
      await cells.type.selectOption('CONTRACT');
      await cells.price.fill(String(100 + place));
    }
    this.bill.language = 'fin';
    await this.at.language.selectOption('fin');
  }

  /** What the dialog asks to confirm is what the server has and what is printed. */
  async expectSameEverywhere(account: Account) {
    const stored = await account.bill(this.id);
    expect(modelOf(stored)).toEqual(this.bill);
    const total = moneyText(stored.totalpriceWithAlv ?? 0);
    await this.at.send.click();
    const question = dialog(this.page, fi.bills_send_title);
    await expect(question).toContainText(total.replace(' €', '\u00A0€').replaceAll(' ', '\u00A0'));
    for (const field of [this.at.customer, this.at.billingDate, this.at.dueDate]) {
      await expect(question).toContainText(await field.inputValue());
    }
    const pdf = await pdfText(await this.page.request.get(`/api/bill/${this.id}/pdf`));
    expect(pdf).toContain(total);
    for (const row of this.bill.rows) {
      expect(pdf).toContain(moneyText(totalOf(row) ?? 0, ''));
      expect(unbroken(pdf)).toContain(unbroken(row.destination));
    }
    expect(unbroken(pdf)).toContain(unbroken(this.bill.yourcode));
    await this.page.keyboard.press('Escape');
  }

  async finish() {
    await this.complete();
    await this.save();
    if (this.bill.language !== 'fin') await this.save();
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

test.use({ toleratedConsole: [/status of (?:409|503)|ERR_INTERNET_DISCONNECTED/] });

test('what is typed at random is on the screen, on the server, in the question and on paper', async ({
  page,
}) => {
  test.slow();
  console.log(`EDIT_SEED=${SEED}`);
  const account = await enter(page, 'worker');
  const { id } = await makeDraft(account);
  await editor(page).open(id);
  const writer = new Writer(page, id, modelOf(await account.bill(id)), SEED);
  try {
    await writer.writeAll();
    await writer.finish();
    await writer.expectOnScreen();
    await writer.expectSameEverywhere(account);
    console.log(JSON.stringify(writer.counts));
    console.log(`notations: ${writer.notations.join(' | ')}`);
  } catch (error) {
    throw new Error(`EDIT_SEED=${SEED}, after:\n${writer.steps.join('\n')}`, { cause: error });
  }
});
