import { readArchiveSearch } from '@/features/archive/search';
import { readCalculatorSearch } from '@/features/calculator/form';
import { readQueueSearch } from '@/features/provider-bills/search';
import { readDeliveriesSearch } from '@/features/provider-deliveries/search';
import { readAuditSearch } from '@/features/provider-audit/search';
import { readJobSearch } from '@/features/provider-jobs/search';
import { readOverdueSearch } from '@/features/provider-overdue/search';
import { readPaymentSearch, readPaymentsSearch } from '@/features/provider-payments/search';
import { readRunSearch } from '@/features/provider-payroll/search';
import { readWorkersSearch } from '@/features/provider-workers/search';
import { readBankAnswer, readReason, readTokenLogin } from '@/lib/bankAnswer';
import { safeNextPath } from '@/lib/nextPath';
import { readPeriodSearch } from '@/lib/periodSearch';
import type { RoutePath } from '@/lib/routes';

type RawSearch = Record<string, unknown>;

const readId = ({ id }: RawSearch): { id?: string } =>
  typeof id === 'string' && id !== '' ? { id } : {};

/** The search parameters of the pages that have some, read from the address bar with suspicion. */
const searchReaders = {
  '/account/email': readTokenLogin,
  '/archive': readArchiveSearch,
  '/calculator': readCalculatorSearch,
  '/customers': ({ search }: RawSearch): { search?: string } =>
    typeof search === 'string' && search.trim() !== '' ? { search } : {},
  // An id that is no id is kept: the editor must not take it for a new invoice.
  '/invoice': readId,
  '/demo/mails': readId,
  '/provider/bills': readQueueSearch,
  '/provider/bills/$billId': readQueueSearch,
  '/provider/deliveries': readDeliveriesSearch,
  '/login': ({ next }: RawSearch): { next?: string } => {
    const path = safeNextPath(next);
    return path === undefined ? {} : { next: path };
  },
  '/provider/audit': readAuditSearch,
  '/provider/jobs': readJobSearch,
  '/provider/overdue': readOverdueSearch,
  '/provider/payments': readPaymentsSearch,
  '/provider/payments/$paymentId': readPaymentSearch,
  '/provider/ledger': readPeriodSearch,
  '/provider/ledger/$account': readPeriodSearch,
  '/provider/payroll/$runId': readRunSearch,
  '/provider/vat': readPeriodSearch,
  '/provider/workers': readWorkersSearch,
  '/password/changed-failure': readReason,
  '/password/checkemail-failure': readReason,
  '/password/success': readBankAnswer,
  '/registration/confirm': readBankAnswer,
  '/registration/failed': readReason,
  '/registration/success': ({ promo }: RawSearch): { promo?: 'used' } =>
    promo === 'used' ? { promo } : {},
  '/salaries': ({ page }: RawSearch): { page?: number } =>
    Number.isSafeInteger(Number(page)) && Number(page) > 1 ? { page: Number(page) } : {},
  '/token-login': readTokenLogin,
} satisfies Partial<Record<RoutePath, (raw: RawSearch) => object>>;

type Readers = typeof searchReaders;

export type SearchOf<Path extends RoutePath> = Path extends keyof Readers
  ? ReturnType<Readers[Path]>
  : object;

export function readSearch<Path extends RoutePath>(path: Path, raw: RawSearch): SearchOf<Path> {
  const readers: Partial<Record<RoutePath, (raw: RawSearch) => object>> = searchReaders;
  return (readers[path]?.(raw) ?? {}) as SearchOf<Path>;
}
