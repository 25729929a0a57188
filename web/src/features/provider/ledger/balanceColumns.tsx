import { Text } from '@mantine/core';
import type { AccountBalance, LedgerAccount, TrialBalance } from '@/api/ledger';
import type { Column } from '@/components/list/DataTable';
import { RowLink } from '@/components/list/RowLink';
import { total } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import type { Language } from '@/lib/language';
import { periodText, type Period } from '@/lib/period';
import { m } from '@/paraglide/messages';

export function accountName({ nameFi, nameEn }: LedgerAccount, language: Language): string {
  return language === 'fi' ? nameFi : nameEn;
}

/**
 * An account before, in and after the period. All of them together come to nothing. Only what moved
 * is written out.
 */
export function balanceColumns(
  { accounts, debit, credit }: TrialBalance,
  period: Period,
  language: Language,
): [Column<AccountBalance>, ...Column<AccountBalance>[]] {
  const sumOf = (side: 'opening' | 'closing') =>
    formatMoney(total(accounts.map((account) => account[side])));
  return [
    {
      name: m.providerpayroll_account(),
      cell: (line) => (
        <>
          <RowLink
            to="/provider/ledger/$account"
            params={{ account: String(line.account.number) }}
            search={{ period: periodText(period) }}
          >
            {`${line.account.number} ${accountName(line.account, language)}`}
          </RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="xs">
            {m.providerpayroll_both_sides({
              debit: formatMoney(line.debit),
              credit: formatMoney(line.credit),
            })}
          </Text>
        </>
      ),
      sum: m.providerpayroll_sums(),
    },
    {
      name: m.providerpayroll_opening(),
      cell: ({ opening }) => opening !== 0 && formatMoney(opening),
      numeric: true,
      from: 'md',
      sum: sumOf('opening'),
    },
    {
      name: m.providerpayroll_debit(),
      cell: (account) => account.debit !== 0 && formatMoney(account.debit),
      numeric: true,
      from: 'xs',
      sum: formatMoney(debit),
    },
    {
      name: m.providerpayroll_credit(),
      cell: (account) => account.credit !== 0 && formatMoney(account.credit),
      numeric: true,
      from: 'xs',
      sum: formatMoney(credit),
    },
    {
      name: m.providerpayroll_closing(),
      cell: ({ closing }) => formatMoney(closing),
      numeric: true,
      sum: sumOf('closing'),
    },
  ];
}
