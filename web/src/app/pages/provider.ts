import type { QueryClient } from '@tanstack/react-query';
import { appInfoQuery } from '@/api/app';
import { readAdvancesSearch } from '@/features/provider/advances/search';
import { readAuditSearch } from '@/features/provider/audit/search';
import { readQueueSearch } from '@/features/provider/bills/search';
import { readCompaniesSearch } from '@/features/provider/companies/search';
import { readDeliveriesSearch } from '@/features/provider/deliveries/search';
import { readJobSearch } from '@/features/provider/jobs/search';
import { readLateReceiptsSearch } from '@/features/provider/late-receipts/search';
import { readMailsSearch } from '@/features/provider/mails/search';
import { readOverdueSearch } from '@/features/provider/overdue/search';
import { readPaymentSearch, readPaymentsSearch } from '@/features/provider/payments/search';
import { readRunSearch } from '@/features/provider/payroll/search';
import { readWorkersSearch } from '@/features/provider/workers/search';
import { readPeriodSearch } from '@/lib/search';
import { m } from '@/paraglide/messages';
import { page } from './page';

/** The period in the address, or the current one of a kind. */
async function periodIn(queryClient: QueryClient, written: unknown, kind: 'month' | 'year') {
  const [{ parsePeriod, periodOf }, { today }] = await Promise.all([
    import('@/lib/period'),
    queryClient.ensureQueryData(appInfoQuery),
  ]);
  return parsePeriod(written) ?? periodOf(kind, today);
}

/** The pages of the provider's staff. */
export const PROVIDER_PAGES = {
  '/provider': page(() => import('@/features/provider/dashboard/DashboardPage'), 'DashboardPage', {
    title: m.page_provider,
    access: 'staff',
    data: async ({ queryClient }) => {
      const { dashboardQuery } = await import('@/api/dashboard');
      return queryClient.ensureQueryData(dashboardQuery);
    },
  }),
  '/provider/bills': page(() => import('@/features/provider/bills/QueuePage'), 'QueuePage', {
    title: m.provider_page_bills,
    access: 'clerk',
    search: readQueueSearch,
    data: async ({ queryClient, search: { queue = 'pending' } }) => {
      const { queuedBills } = await import('@/api/providerBills');
      return queryClient.ensureInfiniteQueryData(queuedBills(queue).query);
    },
  }),
  '/provider/bills/$billId': page(
    () => import('@/features/provider/bills/review/ReviewPage'),
    'ReviewPage',
    {
      title: m.provider_page_bill,
      access: 'clerk',
      search: readQueueSearch,
      data: async ({ queryClient, params }) => {
        const { reviewQuery } = await import('@/api/providerBills');
        return queryClient.ensureQueryData(reviewQuery(params.billId));
      },
    },
  ),
  '/provider/late-receipts': page(
    () => import('@/features/provider/late-receipts/LateReceiptsPage'),
    'LateReceiptsPage',
    {
      title: m.provider_page_late_receipts,
      access: 'clerk',
      search: readLateReceiptsSearch,
      data: async ({ queryClient, search: { state = 'WAITING' } }) => {
        const { lateReceiptsIn } = await import('@/api/lateReceipts');
        return queryClient.ensureInfiniteQueryData(lateReceiptsIn(state).query);
      },
    },
  ),
  '/provider/deliveries': page(
    () => import('@/features/provider/deliveries/DeliveriesPage'),
    'DeliveriesPage',
    {
      title: m.provider_page_deliveries,
      access: 'clerk',
      search: readDeliveriesSearch,
      data: async ({ queryClient }) => {
        const { deliveries } = await import('@/api/deliveries');
        const lists = (['FAILED', 'UNSURE', 'TO_PRINT'] as const).map(deliveries);
        return Promise.all(lists.map(({ query }) => queryClient.ensureInfiniteQueryData(query)));
      },
    },
  ),
  '/provider/companies': page(
    () => import('@/features/provider/companies/CompaniesPage'),
    'CompaniesPage',
    {
      title: m.provider_page_companies,
      access: 'clerk',
      search: readCompaniesSearch,
      data: async ({ queryClient, search: { q = '' } }) => {
        const { companies } = await import('@/api/companies');
        return queryClient.ensureInfiniteQueryData(companies(q).query);
      },
    },
  ),
  '/provider/shifts': page(() => import('@/features/provider/shifts/ShiftsPage'), 'ShiftsPage', {
    title: m.provider_page_shifts,
    access: 'clerk',
  }),
  '/provider/payments': page(
    () => import('@/features/provider/payments/PaymentsPage'),
    'PaymentsPage',
    {
      title: m.provider_page_payments,
      access: 'payroll',
      search: readPaymentsSearch,
      data: async ({ queryClient, search: { view = 'UNMATCHED', q } }) => {
        if (view === 'FILES') return;
        const { payments } = await import('@/api/payments');
        await queryClient.ensureInfiniteQueryData(payments(view, q).query);
      },
    },
  ),
  '/provider/payments/$paymentId': page(
    () => import('@/features/provider/payments/payment/PaymentPage'),
    'PaymentPage',
    {
      title: m.provider_page_payment,
      access: 'payroll',
      search: readPaymentSearch,
      data: async ({ queryClient, params }) => {
        const { paymentQuery } = await import('@/api/payments');
        return queryClient.ensureQueryData(paymentQuery(params.paymentId));
      },
    },
  ),
  '/provider/overdue': page(
    () => import('@/features/provider/overdue/OverduePage'),
    'OverduePage',
    {
      title: m.provider_page_overdue,
      access: 'payroll',
      search: readOverdueSearch,
      data: async ({ queryClient }) => {
        const { overdueBills } = await import('@/api/overdue');
        return queryClient.ensureInfiniteQueryData(overdueBills.query);
      },
    },
  ),
  '/provider/payouts': page(
    () => import('@/features/provider/payouts/PayoutsPage'),
    'PayoutsPage',
    {
      title: m.provider_page_payouts,
      access: 'payroll',
      data: async ({ queryClient }) => {
        const { payoutFiles } = await import('@/api/payouts');
        return queryClient.ensureInfiniteQueryData(payoutFiles.query);
      },
    },
  ),
  '/provider/advances': page(
    () => import('@/features/provider/advances/AdvancesPage'),
    'AdvancesPage',
    {
      title: m.provider_page_advances,
      access: 'payroll',
      search: readAdvancesSearch,
      data: async ({ queryClient, search: { state = 'REQUESTED' } }) => {
        const { advancesIn } = await import('@/api/providerAdvances');
        return queryClient.ensureInfiniteQueryData(advancesIn(state).query);
      },
    },
  ),
  '/provider/payroll': page(() => import('@/features/provider/payroll/RunsPage'), 'RunsPage', {
    title: m.provider_page_payroll,
    access: 'payroll',
    data: async ({ queryClient }) => {
      const { payrollRuns } = await import('@/api/payroll');
      return queryClient.ensureInfiniteQueryData(payrollRuns.query);
    },
  }),
  '/provider/payroll/$runId': page(
    () => import('@/features/provider/payroll/run/RunPage'),
    'RunPage',
    {
      title: m.provider_page_run,
      access: 'payroll',
      search: readRunSearch,
      data: async ({ queryClient, params }) => {
        const { runQuery } = await import('@/api/payroll');
        return queryClient.ensureQueryData(runQuery(params.runId));
      },
    },
  ),
  '/provider/remittances': page(
    () => import('@/features/provider/remittances/RemittancesPage'),
    'RemittancesPage',
    {
      title: m.provider_page_remittances,
      access: 'payroll',
      data: async ({ queryClient }) => {
        const { remittances } = await import('@/api/remittances');
        return queryClient.ensureInfiniteQueryData(remittances.query);
      },
    },
  ),
  '/provider/ledger': page(() => import('@/features/provider/ledger/LedgerPage'), 'LedgerPage', {
    title: m.provider_page_ledger,
    access: 'payroll',
    search: readPeriodSearch,
    data: async ({ queryClient, search }) => {
      const period = periodIn(queryClient, search.period, 'year');
      const { trialBalanceQuery } = await import('@/api/ledger');
      return queryClient.ensureQueryData(trialBalanceQuery(await period));
    },
  }),
  '/provider/ledger/$account': page(
    () => import('@/features/provider/ledger/AccountPage'),
    'AccountPage',
    {
      title: m.provider_page_account,
      access: 'payroll',
      search: readPeriodSearch,
      data: ({ queryClient }) => queryClient.ensureQueryData(appInfoQuery),
    },
  ),
  '/provider/vat': page(() => import('@/features/provider/vat/VatPage'), 'VatPage', {
    title: m.provider_page_vat,
    access: 'payroll',
    search: readPeriodSearch,
    data: async ({ queryClient, search }) => {
      const period = periodIn(queryClient, search.period, 'month');
      const { vatQuery } = await import('@/api/ledger');
      return queryClient.ensureQueryData(vatQuery(await period));
    },
  }),
  '/provider/check': page(() => import('@/features/provider/check/CheckPage'), 'CheckPage', {
    title: m.provider_page_check,
    access: 'people',
  }),
  '/provider/workers': page(
    () => import('@/features/provider/workers/WorkersPage'),
    'WorkersPage',
    {
      title: m.provider_page_workers,
      access: 'people',
      search: readWorkersSearch,
      data: async ({ queryClient, search: { q = '' } }) => {
        const { workers } = await import('@/api/providerPeople');
        return queryClient.ensureInfiniteQueryData(workers(q).query);
      },
    },
  ),
  '/provider/workers/$personId': page(
    () => import('@/features/provider/workers/WorkerPage'),
    'WorkerPage',
    {
      title: m.provider_page_worker,
      access: 'people',
      data: async ({ queryClient, params }) => {
        const { workerQuery } = await import('@/api/providerPeople');
        return queryClient.ensureQueryData(workerQuery(params.personId));
      },
    },
  ),
  '/provider/tax-cards': page(
    () => import('@/features/provider/tax-cards/TaxCardsPage'),
    'TaxCardsPage',
    {
      title: m.provider_page_tax_cards,
      access: 'people',
      data: async ({ queryClient }) => {
        const { waitingCards } = await import('@/api/providerPeople');
        return queryClient.ensureInfiniteQueryData(waitingCards.query);
      },
    },
  ),
  '/provider/figures': page(
    () => import('@/features/provider/figures/FiguresPage'),
    'FiguresPage',
    {
      title: m.provider_page_figures,
      access: 'people',
      data: async ({ queryClient }) => {
        const { figuresQuery } = await import('@/api/figures');
        return queryClient.ensureQueryData(figuresQuery);
      },
    },
  ),
  '/provider/settings': page(
    () => import('@/features/provider/settings/SettingsPage'),
    'SettingsPage',
    {
      title: m.provider_page_settings,
      access: 'admin',
      data: async ({ queryClient }) => {
        const { settingsQuery } = await import('@/api/providerSettings');
        return queryClient.ensureQueryData(settingsQuery);
      },
    },
  ),
  '/provider/promo-codes': page(
    () => import('@/features/provider/promo-codes/PromoCodesPage'),
    'PromoCodesPage',
    {
      title: m.provider_page_promo_codes,
      access: 'admin',
      data: async ({ queryClient }) => {
        const { promoCodesQuery } = await import('@/api/promoCodes');
        return queryClient.ensureQueryData(promoCodesQuery);
      },
    },
  ),
  '/provider/audit': page(() => import('@/features/provider/audit/AuditPage'), 'AuditPage', {
    title: m.provider_page_audit,
    access: 'admin',
    search: readAuditSearch,
    data: async ({ queryClient, search: { q, from, until } }) => {
      const { auditEvents } = await import('@/api/audit');
      return queryClient.ensureInfiniteQueryData(auditEvents({ q, from, until }).query);
    },
  }),
  '/provider/mails': page(() => import('@/features/provider/mails/MailsPage'), 'MailsPage', {
    title: m.provider_page_mails,
    access: 'staff',
    search: readMailsSearch,
    data: async ({ queryClient, search: { state } }) => {
      const { mails } = await import('@/api/mails');
      // Which one is shown first depends on both.
      const states = state === undefined ? (['FAILED', 'UNSURE'] as const) : [state];
      return Promise.all(
        states.map((one) => queryClient.ensureInfiniteQueryData(mails(one).query)),
      );
    },
  }),
  '/provider/jobs': page(() => import('@/features/provider/jobs/JobsPage'), 'JobsPage', {
    title: m.provider_page_jobs,
    access: 'admin',
    search: readJobSearch,
    data: async ({ queryClient, search: { state = 'FAILED' } }) => {
      const { jobs } = await import('@/api/jobs');
      return queryClient.ensureInfiniteQueryData(jobs(state).query);
    },
  }),
} as const;
