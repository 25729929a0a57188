import type { ReactNode } from 'react';
import type { BuiltPath } from '@/lib/routes';

export type LoadPage = () => Promise<{ default: () => ReactNode }>;

/** Where each built page of the route table is; each is loaded when somebody first goes there. */
export const pages: Readonly<Record<BuiltPath, LoadPage>> = {
  '/': async () => ({ default: (await import('@/features/home/HomePage')).HomePage }),
  '/invoices': async () => ({
    default: (await import('@/features/invoices/InvoicesPage')).InvoicesPage,
  }),
  '/customers': async () => ({
    default: (await import('@/features/customers/CustomersPage')).CustomersPage,
  }),
  '/invoice': async () => ({
    default: (await import('@/features/invoice/InvoicePage')).InvoicePage,
  }),
  '/salaries': async () => ({
    default: (await import('@/features/salaries/SalariesPage')).SalariesPage,
  }),
  '/salaries/$salaryId': async () => ({
    default: (await import('@/features/salaries/SalaryPage')).SalaryPage,
  }),
  '/templates': async () => ({
    default: (await import('@/features/templates/TemplatesPage')).TemplatesPage,
  }),
  '/archive': async () => ({
    default: (await import('@/features/archive/ArchivePage')).ArchivePage,
  }),
  '/account': async () => ({
    default: (await import('@/features/account/AccountPage')).AccountPage,
  }),
  '/account/email': async () => ({
    default: (await import('@/features/account/EmailLinkPage')).EmailLinkPage,
  }),
  '/provider': async () => ({
    default: (await import('@/features/provider-dashboard/DashboardPage')).DashboardPage,
  }),
  '/provider/bills': async () => ({
    default: (await import('@/features/provider-bills/QueuePage')).QueuePage,
  }),
  '/provider/bills/$billId': async () => ({
    default: (await import('@/features/provider-bills/review/ReviewPage')).ReviewPage,
  }),
  '/provider/deliveries': async () => ({
    default: (await import('@/features/provider-deliveries/DeliveriesPage')).DeliveriesPage,
  }),
  '/provider/shifts': async () => ({
    default: (await import('@/features/provider-shifts/ShiftsPage')).ShiftsPage,
  }),
  '/provider/payments': async () => ({
    default: (await import('@/features/provider-payments/PaymentsPage')).PaymentsPage,
  }),
  '/provider/payments/$paymentId': async () => ({
    default: (await import('@/features/provider-payments/payment/PaymentPage')).PaymentPage,
  }),
  '/provider/overdue': async () => ({
    default: (await import('@/features/provider-overdue/OverduePage')).OverduePage,
  }),
  '/provider/payroll': async () => ({
    default: (await import('@/features/provider-payroll/RunsPage')).RunsPage,
  }),
  '/provider/payroll/$runId': async () => ({
    default: (await import('@/features/provider-payroll/run/RunPage')).RunPage,
  }),
  '/provider/ledger': async () => ({
    default: (await import('@/features/provider-ledger/LedgerPage')).LedgerPage,
  }),
  '/provider/ledger/$account': async () => ({
    default: (await import('@/features/provider-ledger/AccountPage')).AccountPage,
  }),
  '/provider/vat': async () => ({
    default: (await import('@/features/provider-vat/VatPage')).VatPage,
  }),
  '/provider/workers': async () => ({
    default: (await import('@/features/provider-workers/WorkersPage')).WorkersPage,
  }),
  '/provider/workers/$personId': async () => ({
    default: (await import('@/features/provider-workers/WorkerPage')).WorkerPage,
  }),
  '/provider/tax-cards': async () => ({
    default: (await import('@/features/provider-tax-cards/TaxCardsPage')).TaxCardsPage,
  }),
  '/provider/promo-codes': async () => ({
    default: (await import('@/features/provider-promo-codes/PromoCodesPage')).PromoCodesPage,
  }),
  '/provider/settings': async () => ({
    default: (await import('@/features/provider-settings/SettingsPage')).SettingsPage,
  }),
  '/provider/audit': async () => ({
    default: (await import('@/features/provider-audit/AuditPage')).AuditPage,
  }),
  '/provider/jobs': async () => ({
    default: (await import('@/features/provider-jobs/JobsPage')).JobsPage,
  }),
  '/login': async () => ({ default: (await import('@/features/login/LoginPage')).LoginPage }),
  '/logout': async () => ({ default: (await import('@/features/logout/LogoutPage')).LogoutPage }),
  '/calculator': async () => ({
    default: (await import('@/features/calculator/CalculatorPage')).CalculatorPage,
  }),
  '/register': async () => ({
    default: (await import('@/features/registration/pages')).RegisterPage,
  }),
  '/register-started': async () => ({
    default: (await import('@/features/registration/pages')).StartedPage,
  }),
  '/registration/failed': async () => ({
    default: (await import('@/features/registration/pages')).FailedPage,
  }),
  '/registration/confirm': async () => ({
    default: (await import('@/features/registration/pages')).ConfirmPage,
  }),
  '/registration/eula': async () => ({
    default: (await import('@/features/registration/pages')).AcceptPage,
  }),
  '/registration/success': async () => ({
    default: (await import('@/features/registration/pages')).SuccessPage,
  }),
  '/token-login': async () => ({
    default: (await import('@/features/token-login/TokenLoginPage')).TokenLoginPage,
  }),
  '/password/reset': async () => ({
    default: (await import('@/features/password/pages')).ResetPage,
  }),
  '/password/checkemail': async () => ({
    default: (await import('@/features/password/pages')).CheckEmailPage,
  }),
  '/password/checkemail-failure': async () => ({
    default: (await import('@/features/password/pages')).CheckEmailFailurePage,
  }),
  '/password/forgot/$token': async () => ({
    default: (await import('@/features/password/pages')).NewPasswordPage,
  }),
  '/password/changed': async () => ({
    default: (await import('@/features/password/pages')).ChangedPage,
  }),
  '/password/changed-failure': async () => ({
    default: (await import('@/features/password/pages')).ChangedFailurePage,
  }),
  '/password/success': async () => ({
    default: (await import('@/features/password/pages')).FinishPage,
  }),
  '/eula': async () => ({
    default: (await import('@/features/legal/pages')).TermsPage,
  }),
  '/privacy': async () => ({
    default: (await import('@/features/legal/pages')).PrivacyPage,
  }),
  '/about': async () => ({
    default: (await import('@/features/legal/pages')).AboutPage,
  }),
  '/demo/mails': async () => ({
    default: (await import('@/features/demo-mails/DemoMailsPage')).DemoMailsPage,
  }),
  '/api-docs': async () => ({
    default: (await import('@/features/api-docs/ApiDocsPage')).ApiDocsPage,
  }),
};
