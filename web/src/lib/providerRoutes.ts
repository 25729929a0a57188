import { m } from '@/paraglide/messages';
import type { RouteInfo } from './routes';

/**
 * The pages of the provider's staff. Their icons and groups are in ./providerMenu.ts, for what
 * stands here is loaded by every visitor.
 */
export const PROVIDER_ROUTES = {
  '/provider/bills': { title: m.provider_page_bills, access: 'clerk', built: true },
  '/provider/bills/$billId': { title: m.provider_page_bill, access: 'clerk', built: true },
  '/provider/deliveries': { title: m.provider_page_deliveries, access: 'clerk', built: true },
  '/provider/shifts': { title: m.provider_page_shifts, access: 'clerk', built: true },
  '/provider/payments': { title: m.provider_page_payments, access: 'payroll', built: true },
  '/provider/payments/$paymentId': {
    title: m.provider_page_payment,
    access: 'payroll',
    built: true,
  },
  '/provider/overdue': { title: m.provider_page_overdue, access: 'payroll', built: true },
  '/provider/payroll': { title: m.provider_page_payroll, access: 'payroll', built: true },
  '/provider/payroll/$runId': { title: m.provider_page_run, access: 'payroll', built: true },
  '/provider/ledger': { title: m.provider_page_ledger, access: 'payroll', built: true },
  '/provider/ledger/$account': { title: m.provider_page_account, access: 'payroll', built: true },
  '/provider/vat': { title: m.provider_page_vat, access: 'payroll', built: true },
  '/provider/workers': { title: m.provider_page_workers, access: 'people', built: true },
  '/provider/workers/$personId': {
    title: m.provider_page_worker,
    access: 'people',
    built: true,
  },
  '/provider/tax-cards': { title: m.provider_page_tax_cards, access: 'people', built: true },
  '/provider/promo-codes': { title: m.provider_page_promo_codes, access: 'admin', built: true },
  '/provider/settings': { title: m.provider_page_settings, access: 'admin', built: true },
  '/provider/audit': { title: m.provider_page_audit, access: 'admin', built: true },
  '/provider/jobs': { title: m.provider_page_jobs, access: 'admin', built: true },
} as const satisfies Record<string, RouteInfo>;
