import { expect, type Route } from '@playwright/test';
import { modelOf } from '../modelBill.ts';
import type { Writer } from './writer.ts';

async function tick(w: Writer) {
  const { bill, at } = w;
  w.log('reverse VAT');
  const rows = new Map(bill.rows.map((row) => [row, row.vat]));
  w.vatBefore = { vat: bill.vat, zeroReason: bill.zeroReason, rows };
  for (const row of bill.rows) row.vat = 0;
  Object.assign(bill, { vat: 0, zeroReason: null, reverse: true });
  await at.reverse.check();
}

/** Everything has the VAT again that it had, as far as that is known; rows that are new since have that of the bill. */
export async function untickReverseVat(w: Writer) {
  const { bill, at, vatBefore } = w;
  w.log(`no reverse VAT, ${vatBefore === null ? 'nothing earlier known' : 'as before'}`);
  if (vatBefore !== null) {
    const { vat, zeroReason, rows } = vatBefore;
    for (const row of bill.rows) row.vat = rows.get(row) ?? vat;
    Object.assign(bill, { vat, zeroReason });
  }
  Object.assign(bill, { reverse: false, construction: false });
  w.vatBefore = null;
  await at.reverse.uncheck();
}

/** Left as it is then while writing goes on. */
export async function changeReverseVat(w: Writer) {
  await (w.bill.reverse ? untickReverseVat(w) : tick(w));
  if (w.id === '' || w.half()) return;
  await w.save();
  const stored = modelOf(await w.account.bill(w.id));
  expect(stored, 'reverse VAT is stored as it stands').toEqual(w.bill);
}

/** Saved and opened anew: nothing earlier is known any more. */
async function saveAndReload(w: Writer) {
  await w.beforeReopening();
  await w.page.reload();
}

/**
 * Reloaded before it was saved, it is in the journal. What the browser sends while it unloads the page passes every
 * route, so that the server may have it all the same, earlier or later.
 */
async function reloadUnsaved(w: Writer) {
  await w.page.reload();
  await w.page.unroute(`**/bills/${w.id}`);
}

const BETWEEN = {
  nothing: () => Promise.resolve(),
  save: (w: Writer) => w.save(),
  saveAndReload,
  reloadUnsaved,
};

/** Ticked and unticked it leaves every VAT as it was, also over a reload before it was saved. */
export async function reverseVatAndBack(w: Writer) {
  if (w.bill.reverse) await untickReverseVat(w);
  const between = w.chance.pick(Object.keys(BETWEEN) as (keyof typeof BETWEEN)[]);
  if (between === 'reloadUnsaved') {
    await w.save();
    await w.page.route(`**/bills/${w.id}`, withoutSaving);
  }
  await tick(w);
  w.log(`between: ${between}`);
  await BETWEEN[between](w);
  await expect(w.at.reverse).toBeChecked();
  await untickReverseVat(w);
}

function withoutSaving(route: Route) {
  return route.request().method() === 'PUT'
    ? route.abort('internetdisconnected')
    : route.fallback();
}
