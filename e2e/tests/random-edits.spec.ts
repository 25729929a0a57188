import { enter } from '../support/account.ts';
import { begin } from '../support/edits/beginning.ts';
import * as billSteps from '../support/edits/billSteps.ts';
import { expectOnScreen } from '../support/edits/checks.ts';
import { finish } from '../support/edits/complete.ts';
import * as elsewhere from '../support/edits/elsewhere.ts';
import * as partSteps from '../support/edits/partSteps.ts';
import * as reverseVat from '../support/edits/reverseVat.ts';
import * as rowSteps from '../support/edits/rowSteps.ts';
import { sendAsShown } from '../support/edits/sending.ts';
import * as tabs from '../support/edits/tabs.ts';
import * as troubles from '../support/edits/troubles.ts';
import { Writer } from '../support/edits/writer.ts';
import { test } from '../support/fixtures.ts';
import { newBill } from '../support/modelBill.ts';

/** Another one for each run: EDIT_SEED repeats the run that printed it. */
const SEED = Number(process.env['EDIT_SEED'] ?? Date.now() % 1_000_000);

/** What a person may do, and how often it is done. */
const STEPS: readonly (readonly [(writer: Writer) => Promise<void>, number])[] = [
  [billSteps.writeText, 2],
  [billSteps.writeDates, 3],
  [billSteps.chooseCustomer, 1],
  [billSteps.chooseLanguage, 1],
  [billSteps.chooseVat, 2],
  [billSteps.chooseReimbursements, 2],
  [rowSteps.writeCell, 8],
  [rowSteps.addRow, 2],
  [rowSteps.choosePricing, 2],
  [rowSteps.writeNoNumber, 1],
  [rowSteps.writeTwoMeanings, 2],
  [rowSteps.editInTheMiddle, 1],
  [billSteps.chooseRowVat, 3],
  [rowSteps.fold, 2],
  [rowSteps.duplicate, 1],
  [rowSteps.remove, 2],
  [reverseVat.changeReverseVat, 2],
  [reverseVat.reverseVatAndBack, 1],
  [partSteps.writeTrip, 2],
  [partSteps.writeCost, 2],
  [troubles.reload, 1],
  [troubles.loseConnection, 1],
  [troubles.saveInVain, 1],
  [troubles.checkInVain, 1],
  [troubles.printInVain, 1],
  [tabs.editElsewhere, 1],
  [tabs.editAtOnce, 1],
  [elsewhere.copyAndComeBack, 1],
  [elsewhere.beginAnotherAndComeBack, 2],
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
  // The newcomer, who claims no other trips, gets customers, which other tests do not expect: a server of its own.
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
  const writer = new Writer(page, account, newBill(billSteps.TODAY), SEED);
  try {
    await begin(writer);
    await writeAll(writer);
    await finish(writer);
    await expectOnScreen(writer);
    await sendAsShown(writer);
    console.log(`notations: ${writer.notations.join(' | ')}`);
  } catch (error) {
    throw new Error(`EDIT_SEED=${SEED}, after:\n${writer.steps.join('\n')}`, { cause: error });
  }
});
