import { expect } from '@playwright/test';
import { dialog, editor, type Editor } from '../editor.ts';
import { modelOf, type ModelRow } from '../modelBill.ts';
import { fill, texts } from '../texts.ts';
import { expectOnScreen } from './checks.ts';
import { showExtra, type Writer } from './writer.ts';

const { fi } = texts;

/**
 * Writes into the bill in a tab of its own, which closes once that is saved. It is opened by the first one, so that it
 * begins with a copy of what that keeps for its session.
 */
async function inAnotherTab({ page, id }: Writer, act: (there: Editor) => Promise<void>) {
  const opening = page.waitForEvent('popup');
  await page.evaluate((address) => void window.open(address, '_blank'), `/invoice?id=${id}`);
  const tab = await opening;
  const there = editor(tab);
  // What is not saved yet in the first tab comes along, and is saved with what is written here.
  await expect(there.customer).toBeVisible();
  await showExtra(there);
  await act(there);
  await expect(there.saved).toBeVisible();
  await tab.close();
}

/** The customer's reference is written in another tab alone, so that nothing has to be asked. */
export async function editElsewhere(w: Writer) {
  w.bill.yourcode = w.text();
  w.log(`another tab: ${w.bill.yourcode}`);
  await inAnotherTab(w, async (there) => {
    await there.yourCode.fill(w.bill.yourcode);
    await there.yourCode.blur();
  });
}

/** Something that both tabs write. */
interface Both {
  /** As the question calls it. */
  name: string;
  mine: string;
  theirs: string;
  write: (at: Editor, text: string) => Promise<void>;
  /** What the bill holds once a text is chosen. */
  keep: (text: string) => void;
}

function ofBill(w: Writer): Both[] {
  const both = { mine: w.text(), theirs: `${w.text()} toisaalla` };
  return [
    {
      name: fi.invoice_yourcode,
      ...both,
      write: (at, text) => at.yourCode.fill(text),
      keep: (text) => (w.bill.yourcode = text),
    },
    {
      name: fi.invoice_text,
      ...both,
      write: (at, text) => at.text.fill(text),
      keep: (text) => (w.bill.invoiceText = text),
    },
    {
      name: fi.invoice_specification,
      ...both,
      write: (at, text) => at.specification.fill(text),
      keep: (text) => (w.bill.specificationDetails = text),
    },
  ];
}

function ofRow(w: Writer, row: ModelRow, place: number): Both[] {
  const name = (field: string) => fill(fi.bills_field_of_row, { row: String(place + 1), field });
  const euros = () => 1 + w.chance.below(5000);
  const mine = euros();
  return [
    {
      name: name(fi.bills_field_row_destination),
      mine: w.text(),
      theirs: `${w.text()} toisaalla`,
      write: (at, text) => at.row(place).destination.fill(text),
      keep: (text) => (row.destination = text),
    },
    {
      name: name(fi.bills_field_row_price),
      mine: `${mine},50`,
      theirs: `${mine + euros()},25`,
      write: async (at, text) => {
        await at.row(place).type.selectOption('CONTRACT');
        await at.row(place).price.fill(text);
      },
      keep: (text) => (row.price = { total: Math.round(Number(text.replace(',', '.')) * 10_000) }),
    },
  ];
}

/**
 * Two tabs write into the same fields, so that the second save meets another version: it is asked what to keep, field by
 * field. Meanwhile the other tab alone writes a date, which is taken over without a question.
 */
export async function editAtOnce(w: Writer) {
  const [row, place] = await w.openRow();
  await w.showExtra();
  await w.save();
  const all = w.chance.shuffle([...ofBill(w), ...ofRow(w, row, place)]);
  const both = all.slice(0, 1 + w.chance.below(all.length));
  await inAnotherTab(w, async (there) => {
    for (const { write, theirs } of both) await write(there, theirs);
    row.date = `${String(1 + w.chance.below(28)).padStart(2, '0')}.11.2026`;
    await there.row(place).date.fill(row.date);
    await there.row(place).date.blur();
  });
  // The question comes with the first save, which must not be in the middle of the writing.
  const context = w.page.context();
  await context.setOffline(true);
  for (const { write, mine } of both) await write(w.at, mine);
  await context.setOffline(false);

  const question = dialog(w.page, fi.invoice_conflict_title);
  await expect(question).toBeVisible();
  if (w.half()) {
    await question.getByRole('button', { name: fi.invoice_conflict_later }).click();
    await expect(question).toBeHidden();
    if (w.half()) await w.page.reload();
    const choose = { name: fi.invoice_conflict_choose, exact: true };
    await w.page.getByRole('button', choose).click();
  }
  const asked = await question.getByRole('rowheader').allInnerTexts();
  expect(asked.toSorted()).toEqual(both.map(({ name }) => name).toSorted());
  for (const { name, mine, theirs, keep } of both) {
    const keepsMine = w.half();
    const side = keepsMine ? fi.invoice_conflict_mine : fi.invoice_conflict_theirs;
    w.log(`two tabs: ${name}: ${mine} | ${theirs}: ${side}`);
    await question
      .getByRole('row', { name })
      .getByRole('radio')
      .nth(keepsMine ? 0 : 1)
      .check();
    keep(keepsMine ? mine : theirs);
  }
  await question.getByRole('button', { name: fi.invoice_conflict_save }).click();
  await expect(question).toBeHidden();
  await expect(w.at.saved).toBeVisible();
  await expectOnScreen(w);
  const stored = async () => modelOf(await w.account.bill(w.id));
  await expect.poll(stored, 'what was chosen is what is stored').toEqual(w.bill);
}
