import { expect, type Page } from '@playwright/test';
import type { Account } from '../account.ts';
import { editor, type Editor } from '../editor.ts';
import { totalOf, type ModelBill, type ModelRow } from '../modelBill.ts';
import { chance, type Chance } from '../random.ts';
import { written } from './numbers.ts';

// Spaces at the ends are not saved, so the texts have none.
const WORDS = [
  'taitto',
  'Kuvitus & kansi',
  'äänitys “yöllä”',
  '<b>ohjaus</b>',
  'luonnos  2',
  'ÅÄÖ €',
];

/** What the VAT was before the bill got reverse VAT. */
interface VatBefore {
  vat: number;
  zeroReason: number | null;
  /** Rows that are not here are newer. */
  rows: Map<ModelRow, number>;
}

/** Somebody who edits a bill at random on the screen, and what the bill must hold. */
export class Writer {
  /** What was done, so that a failure can be told. */
  readonly steps: string[] = [];
  readonly notations: string[] = [];
  readonly at: Editor;
  readonly chance: Chance;
  readonly page: Page;
  readonly account: Account;
  /** Empty until the bill is made. */
  id = '';
  bill: ModelBill;
  /** Null without reverse VAT, and where nothing earlier is known. */
  vatBefore: VatBefore | null = null;
  /** What stands in a new bill that was begun beside this one. */
  begunBeside = '';
  /** The customer pays what was spent: then no receipt may have VAT that the provider deducts. */
  readonly billsCosts: boolean;
  /** The bill is sent with the rates that it happens to have. */
  readonly keepsVat: boolean;

  constructor(page: Page, account: Account, bill: ModelBill, seed: number) {
    this.page = page;
    this.account = account;
    this.bill = bill;
    this.at = editor(page);
    this.chance = chance(seed);
    this.billsCosts = this.half();
    this.keepsVat = this.half();
  }

  log(step: string) {
    this.steps.push(step);
  }

  half(): boolean {
    return this.chance.below(2) === 0;
  }

  text(): string {
    return `${this.chance.pick(WORDS)} ${this.chance.below(1000)}`;
  }

  write(hundredths: number, unit?: 'euros' | 'kilometers'): string {
    const text = written(hundredths, this.chance, unit);
    this.notations.push(text);
    return text;
  }

  /** A row, unfolded, since a folded one cannot be written into. */
  async openRow(): Promise<[ModelRow, number]> {
    const place = this.chance.below(this.bill.rows.length);
    const row = this.bill.rows[place];
    if (row === undefined) throw new Error('There is no such row.');
    await this.unfold(row, place);
    return [row, place];
  }

  async unfold(row: ModelRow, place: number) {
    if (!row.collapsed) return;
    row.collapsed = false;
    await this.at.row(place).heading.click();
  }

  /** Writing goes on in another row: those that are finished fold. */
  foldFinished() {
    for (const row of this.bill.rows) {
      if (row.destination !== '' && totalOf(row) !== null) row.collapsed = true;
    }
  }

  async showExtra() {
    await showExtra(this.at);
  }

  /** What a reload brought back is saved with the next edit. */
  async save() {
    const { bill, at } = this;
    bill.language = bill.language === 'fin' ? 'eng' : 'fin';
    this.log(`language: ${bill.language}`);
    await at.language.selectOption(bill.language);
    await expect(at.saved).toBeVisible();
  }

  /** The editor will be opened anew. Of a bill that has reverse VAT then and is saved, nothing earlier is known. */
  async beforeReopening() {
    if (!this.bill.reverse) return;
    await this.save();
    this.vatBefore = null;
  }
}

/** Shows the fields that few bills need. */
export async function showExtra({ yourCode, extra }: Editor) {
  if (!(await yourCode.isVisible())) await extra.click();
}
