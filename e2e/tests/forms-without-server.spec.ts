import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { enter, type Account } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { MORE_STAFF_FORMS, STAFF_FORMS, WORKER_FORMS, type Form } from '../support/forms.ts';
import { prepareMore } from '../support/moreForms.ts';
import { withOwnServer } from '../support/ownServer.ts';
import { calculateRun } from '../support/payday.ts';
import { pdfOf } from '../support/pdf.ts';
import type { Person } from '../support/people.ts';
import { approvePayouts } from '../support/sharing.ts';

interface OpenForm {
  readonly form: Form;
  readonly page: Page;
  readonly address: string;
  readonly fields: readonly Locator[];
  readonly values: readonly string[];
  /** Where there is a button. */
  readonly submit: Locator | undefined;
}

type Opener = (form: Form) => Promise<OpenForm>;

const valuesOf = (fields: readonly Locator[]) =>
  Promise.all(fields.map((field) => field.inputValue()));

/** A calculation that is shown beside a form changes nothing, and is asked for again by itself. */
const isChange = (request: { method(): string; url(): string }) =>
  request.method() !== 'GET' && !request.url().includes('/api/calc/');

/** Opens forms, each on a page of its own. Each person signs in once. */
function opener(browser: Browser, url: string): Opener {
  const entered = new Map<Person, { context: BrowserContext; account: Account }>();
  const enterAs = async (person: Person) => {
    const context = await browser.newContext({ baseURL: url });
    const account = await enter(await context.newPage(), person);
    entered.set(person, { context, account });
    return { context, account };
  };
  const pageFor = async ({ person, address }: Form) => {
    if (person === undefined) {
      if (typeof address !== 'string') throw new Error('A visitor has nothing of their own.');
      return { page: await browser.newPage({ baseURL: url }), address };
    }
    const { context, account } = entered.get(person) ?? (await enterAs(person));
    const page = await context.newPage();
    return { page, address: typeof address === 'string' ? address : await address(page, account) };
  };
  return async (form) => {
    const { page, address } = await pageFor(form);
    await page.goto(address);
    await form.prepare?.(page);
    if (form.tab !== undefined) await page.getByRole('tab', { name: form.tab }).click();
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    if (form.opener !== undefined) {
      await main.or(dialog).getByRole('button', { name: form.opener }).first().click();
    }
    const part = form.part === undefined ? main : main.getByRole('region', { name: form.part });
    const onPage = form.opener === undefined || form.inPlace === true;
    const filled = await fillIn(onPage ? part : dialog, form);
    return { form, page, address: page.url(), ...filled };
  };
}

async function chooseFile(part: Locator, button: string) {
  const chooser = part.page().waitForEvent('filechooser');
  await part.getByRole('button', { name: button }).click();
  const buffer = pdfOf('Ilman palvelinta');
  await (await chooser).setFiles({ name: 'ilman.pdf', mimeType: 'application/pdf', buffer });
}

async function fillIn(part: Locator, { file, ticked, typed, submit }: Form) {
  if (file !== undefined) await chooseFile(part, file);
  if (ticked !== undefined) await part.getByRole('checkbox', { name: ticked }).first().check();
  const fields: Locator[] = [];
  // One after the other: some fields come with what stands in others.
  for (const [label, text] of Object.entries(typed)) {
    const field = part
      .getByRole('textbox', { name: label })
      .or(part.locator('[type="password"]').and(part.getByLabel(label, { exact: true })))
      .first();
    await field.fill(text);
    fields.push(field);
  }
  if (submit !== undefined) await fields.at(-1)?.blur();
  const button =
    submit === undefined
      ? undefined
      : part.getByRole('button', { name: submit, exact: true }).first();
  if (button) await expect(button).toBeEnabled();
  return { fields, values: await valuesOf(fields), submit: button };
}

async function send({ fields, submit }: OpenForm): Promise<void> {
  await (submit ? submit.click() : fields.at(-1)?.press('Enter'));
}

/** Sends a form to a server that is gone. */
async function sendInVain(opened: OpenForm) {
  const { page, address, fields, values, submit } = opened;
  const refused = page.waitForEvent('requestfailed', isChange);
  await send(opened);
  await refused;
  await expect(page.getByRole('alert').first(), 'the person is told').toBeVisible();
  if (submit) await expect(submit, 'it can be sent again').toBeEnabled();
  expect(await valuesOf(fields)).toEqual(values);
  expect(page.url()).toBe(address);
}

/** Sends it once more. What another page has changed in the meantime may be asked for first. */
async function sendAgain(opened: OpenForm) {
  const { form, page, fields, values } = opened;
  expect(await valuesOf(fields), 'nothing is loaded anew').toEqual(values);
  const refused = form.refused === true;
  const answered = page.waitForResponse(
    (answer) => isChange(answer.request()) && (refused ? answer.status() < 500 : answer.ok()),
  );
  await send(opened);
  await answered;
  await page.close();
}

const nameOf = ({ person, address, submit }: Form) =>
  `${person ?? 'visitor'} ${typeof address === 'string' ? address : ''} ${submit ?? ''}`;

async function withoutServer(
  browser: Browser,
  forms: readonly Form[],
  prepare?: (url: string) => Promise<void>,
): Promise<void> {
  await withOwnServer(async (server) => {
    await prepare?.(server.url);
    const open = opener(browser, server.url);
    const opened: OpenForm[] = [];
    const each = async (does: (form: OpenForm) => Promise<void>) => {
      for (const one of opened) await test.step(nameOf(one.form), () => does(one));
    };
    for (const form of forms) {
      await test.step(nameOf(form), async () => opened.push(await open(form)));
    }
    await server.kill();
    await each(sendInVain);
    await server.startAgain();
    await each(sendAgain);
  });
}

test("a visitor's or a worker's form keeps its page and all that was typed without the server", async ({
  browser,
}) => {
  await withoutServer(browser, WORKER_FORMS);
});

test("a form of the provider's staff keeps its page and all that was typed without the server", async ({
  browser,
}) => {
  await withoutServer(browser, STAFF_FORMS, async (url) => {
    const page = await browser.newPage({ baseURL: url });
    await enter(page, 'newcomer');
    const headers = { 'sec-fetch-site': 'same-origin' };
    const asked = await page.request.post('/api/person/deletion-request', { headers });
    expect(asked.ok()).toBe(true);
    await calculateRun(page);
    await approvePayouts(page);
    await page.close();
  });
});

test("the staff's forms of runs, payouts, payments and receipts keep all that was typed without the server", async ({
  browser,
}) => {
  await withoutServer(browser, MORE_STAFF_FORMS, async (url) => {
    const page = await browser.newPage({ baseURL: url });
    await prepareMore(page);
    await page.close();
  });
});
