import { enter, makeDraft } from '../support/account.ts';
import * as billSteps from '../support/edits/billSteps.ts';
import { expectOnScreen, expectSameEverywhere, finish } from '../support/edits/checks.ts';
import * as partSteps from '../support/edits/partSteps.ts';
import * as rowSteps from '../support/edits/rowSteps.ts';
import * as troubles from '../support/edits/troubles.ts';
import { Writer } from '../support/edits/writer.ts';
import { editor } from '../support/editor.ts';
import { test } from '../support/fixtures.ts';
import { modelOf } from '../support/modelBill.ts';
import { call, customer } from '../support/payday.ts';

/** Another one for each run: EDIT_SEED repeats the run that printed it. */
const SEED = Number(process.env['EDIT_SEED'] ?? Date.now() % 1_000_000);

/** What a person may do, and how often it is done. */
const STEPS: readonly (readonly [(writer: Writer) => Promise<void>, number])[] = [
  [billSteps.writeText, 3],
  [rowSteps.writeCell, 10],
  [billSteps.chooseLanguage, 1],
  [billSteps.chooseVat, 2],
  [rowSteps.addRow, 2],
  [rowSteps.choosePricing, 2],
  [rowSteps.writeNoNumber, 2],
  [rowSteps.writeTwoMeanings, 2],
  [rowSteps.chooseRowVat, 1],
  [rowSteps.fold, 2],
  [rowSteps.duplicate, 1],
  [rowSteps.remove, 2],
  [billSteps.reverseVat, 2],
  [billSteps.leaveReverseVat, 1],
  [partSteps.writeTrip, 2],
  [partSteps.writeCost, 2],
  [troubles.reload, 2],
  [troubles.loseConnection, 2],
  [troubles.meetBusyServer, 2],
  [troubles.editElsewhere, 1],
  [troubles.editAtOnce, 2],
  [troubles.copyAndComeBack, 1],
];

/** So many of each: what takes long once, and everything at least once. In which order is up to chance. */
async function writeAll(writer: Writer) {
  const steps = STEPS.flatMap(([step, times]) => Array<typeof step>(times).fill(step));
  for (const step of writer.chance.shuffle(steps)) {
    if (writer.bill.rows.length === 0) await rowSteps.addRow(writer);
    await step(writer);
  }
}

test.use({
  // The newcomer, who claims no other trips, gets a customer, which other tests do not expect: a server of its own.
  settings: { LIKSA_TODAY: '2026-11-23' },
  // A trip may cost more than is billed so far, of which no salary can be calculated.
  toleratedConsole: [
    /status of (?:409|429|503|422.*\/api\/calc\/frombill$)|ERR_INTERNET_DISCONNECTED/,
  ],
});

test('what is typed at random is on the screen, on the server, in the question and on paper', async ({
  page,
}) => {
  test.slow();
  console.log(`EDIT_SEED=${SEED}`);
  const account = await enter(page, 'newcomer');
  await call(page, 'POST', '/api/sharedcustomers', customer);
  const { id } = await makeDraft(account, {
    billingdate: rowSteps.TODAY,
    exactDueDate: '07.12.2026',
  });
  await editor(page).open(id);
  const writer = new Writer(page, account, id, modelOf(await account.bill(id)), SEED);
  try {
    await writeAll(writer);
    await finish(writer);
    await expectOnScreen(writer);
    await expectSameEverywhere(writer);
    console.log(`notations: ${writer.notations.join(' | ')}`);
  } catch (error) {
    throw new Error(`EDIT_SEED=${SEED}, after:\n${writer.steps.join('\n')}`, { cause: error });
  }
});
