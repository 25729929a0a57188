import { expect, type Route } from '@playwright/test';
import { texts } from '../texts.ts';
import { writeText } from './billSteps.ts';
import { expectOnScreen } from './checks.ts';
import { writeCell } from './rowSteps.ts';
import type { Writer } from './writer.ts';

const { fi } = texts;

/** At once, whether or not the last edit has been saved. */
export async function reload(w: Writer) {
  w.log('reload');
  await w.beforeReopening();
  await w.page.reload();
  await expectOnScreen(w);
}

export async function loseConnection(w: Writer) {
  w.log('lost connection');
  const context = w.page.context();
  await context.setOffline(true);
  await writeText(w);
  await writeCell(w);
  await context.setOffline(false);
}

const REFUSALS = [
  { status: 503, errorKey: 'TIMEOUT' },
  { status: 429, errorKey: 'TOO_MANY_REQUESTS' },
] as const;

/** The server is too busy, or does what it is asked and its answer is lost. */
function noAnswer(w: Writer, what: string): (route: Route) => Promise<void> {
  const refusal = w.chance.pick([...REFUSALS, null]);
  w.log(`${what}: ${refusal?.status ?? 'the answer is lost'}`);
  return refusal === null ? loseAnswer : (route) => refuse(route, refusal);
}

async function loseAnswer(route: Route) {
  await route.fetch();
  await route.abort('internetdisconnected');
}

function refuse(route: Route, { status, errorKey }: (typeof REFUSALS)[number]) {
  const json = { errorKey, message: '', fields: [] };
  return route.fulfill({ status, headers: { 'retry-after': '1' }, json });
}

/** The next call of a method has no answer that helps. */
export async function withoutAnswer(w: Writer, method: 'POST' | 'PUT', address: string) {
  const fail = noAnswer(w, `${method} ${address}`);
  let calls = 0;
  await w.page.route(address, async (route) => {
    if (route.request().method() !== method || calls > 0) return route.fallback();
    calls += 1;
    return fail(route);
  });
}

/** The next save is refused or its answer lost, and made later by itself. */
export async function saveInVain(w: Writer) {
  await withoutAnswer(w, 'PUT', `**/bills/${w.id}`);
  await writeText(w);
}

/** Before sending the server is asked what is missing. Without an answer nothing can be sent, and it is asked again. */
export async function checkInVain(w: Writer) {
  const refusal = w.chance.pick(REFUSALS);
  w.log(`validate: ${refusal.status}`);
  const address = `**/bill/${w.id}/validate`;
  await w.page.route(address, (route) => refuse(route, refusal));
  // By key: leaving the last field saves, and if that fails the line that says so moves the button.
  await w.at.send.press('Enter');
  const question = w.page.getByRole('dialog');
  const again = question.getByRole('button', { name: fi.retry });
  await expect(again).toBeVisible();
  await expect(question.getByRole('button', { name: fi.bills_action_send })).toBeHidden();
  await w.page.unroute(address);
  await again.click();
  await expect(again).toBeHidden();
  await w.page.keyboard.press('Escape');
  await expect(question).toBeHidden();
}

/** A tab of its own says that there is no PDF now; the bill stays, and the next try shows it. */
export async function printInVain(w: Writer) {
  const refusal = w.chance.pick(REFUSALS);
  w.log(`PDF: ${refusal.status}`);
  const context = w.page.context();
  const address = `**/bill/${w.id}/pdf*`;
  await context.route(address, (route) => refuse(route, refusal));
  expect(await statusOfPdf(w)).toBe(refusal.status);
  await context.unroute(address);
  expect(await statusOfPdf(w)).toBe(200);
}

async function statusOfPdf(w: Writer): Promise<number> {
  const answering = w.page.context().waitForEvent('response', (one) => /\/pdf/.test(one.url()));
  const opening = w.page.waitForEvent('popup');
  await w.page.getByRole('link', { name: fi.invoice_pdf }).click();
  const answer = await answering;
  await (await opening).close();
  return answer.status();
}
