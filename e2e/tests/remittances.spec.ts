import type { components } from '../../web/src/api/schema.d.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { enter } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { bankTells, call, salariesArePaid } from '../support/payday.ts';
import { fill, texts } from '../support/texts.ts';

const { fi } = texts;

// Everybody's salary is paid, which other tests do not expect: a server of its own.
test.use({ settings: { LIKSA_TODAY: '2026-11-19' } });

type Remittances = components['schemas']['Remittances'];

/** What the bank tells when it has paid a remittance, by the id that its payment carries. */
function statement(id: string, amount: number): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>FI2112345600000785</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">${amount.toFixed(2)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-19</Dt></BookgDt><AcctSvcrRef>20261119REM</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>${id.replaceAll('-', '')}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`,
  );
}

test('withheld tax is paid on by one person, approved by another and confirmed by the bank', async ({
  page,
}) => {
  await salariesArePaid(page);
  await enter(page, 'payroll');
  await page.goto('/provider/remittances');
  const main = page.getByRole('main');
  const owed = main.getByRole('region', { name: fi.providerpayroll_owed, exact: true });
  const tax = { hasText: fi.providerpayroll_due_tax };
  await owed
    .getByRole('row')
    .filter(tax)
    .last()
    .getByRole('button', { name: fi.providerpayroll_remit_make })
    .click();
  const making = page.getByRole('dialog');
  await expect(making).toContainText(/FI\d\d( \d{4})+/);
  await expectAccessible(page);
  await making.getByRole('button', { name: fi.providerpayroll_remit_make }).click();
  await expect(making).toBeHidden();
  const made = main
    .getByRole('region', { name: fi.providerpayroll_remittances, exact: true })
    .getByRole('row')
    .filter(tax);
  await expect(made).toContainText(fi.providerpayroll_remit_state_made);
  await expect(made.getByRole('checkbox')).toBeDisabled();

  await enter(page, 'payroll2');
  await page.reload();
  await made.getByRole('checkbox').check();
  const approve = fill(fi.providerpayroll_remit_approve, { count: '1' });
  await main.getByRole('button', { name: approve }).click();
  const approving = page.getByRole('dialog');
  await expect(approving).toContainText(/FI\d\d( \d{4})+/);
  await expectAccessible(page);
  await approving.getByRole('button', { name: approve }).click();
  await expect(approving).toBeHidden();
  await expect(made).toContainText(fi.providerpayroll_remit_state_approved);

  const { remittances } = await call<Remittances>(page, 'GET', '/api/provider/remittances');
  const [{ id, amount } = { id: '', amount: 0 }] = remittances;
  await bankTells(page, statement(id, amount));
  await expect(async () => {
    await page.reload();
    await expect(made).toContainText(fi.providerpayroll_remit_state_paid, { timeout: 2000 });
  }).toPass();
  await expectAccessible(page);
});
