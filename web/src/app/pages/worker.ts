import { appInfoQuery } from '@/api/app';
import { readAccountSearch } from '@/features/account/search';
import { readArchiveSearch } from '@/features/archive/search';
import type { CalculatorSearch } from '@/features/calculator/form';
import { readId, readPeriodSearch, readTokenLogin, searchReader, text } from '@/lib/search';
import { m } from '@/paraglide/messages';
import { page, type DataRequest } from './page';

async function fetchCurrentBills({ queryClient, personId }: DataRequest<object>) {
  const { BILL_SECTIONS, currentBills } = await import('@/api/billLists');
  const lists = BILL_SECTIONS.map((section) => currentBills(personId, section));
  return Promise.all(lists.map(({ query }) => queryClient.ensureInfiniteQueryData(query)));
}

async function fetchHome({ queryClient, personId }: DataRequest<object>) {
  const [{ infoQuery }, { readinessQuery }, { formatMoney }] = await Promise.all([
    import('@/api/info'),
    import('@/api/readiness'),
    import('@/lib/format/money'),
  ]);
  // The first amount takes a phone a tenth of a second: it is written while the server is asked.
  setTimeout(() => formatMoney(0));
  return Promise.all([
    queryClient.ensureQueryData(infoQuery(personId)),
    queryClient.ensureQueryData(readinessQuery(personId)),
  ]);
}

const readCustomersSearch = searchReader({
  search: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
});

const readSalariesSearch = searchReader({
  page: (value) =>
    Number.isSafeInteger(Number(value)) && Number(value) > 1 ? Number(value) : undefined,
});

/** The pages of a worker. */
export const WORKER_PAGES = {
  '/': page(() => import('../home/HomePage'), 'HomePage', {
    title: m.page_home,
    access: 'private',
    // The share that a mail led to.
    search: searchReader({ share: text }),
    data: fetchHome,
    dialogs: 'later',
  }),
  '/invoices': page(() => import('@/features/invoices/InvoicesPage'), 'InvoicesPage', {
    title: m.page_invoices,
    access: 'worker',
    data: fetchCurrentBills,
  }),
  '/invoice': page(() => import('@/features/invoice/InvoicePage'), 'InvoicePage', {
    title: m.page_invoice,
    access: 'worker',
    // An invalid id stays in the address: without one the editor would open a new invoice.
    search: readId,
    data: async ({ queryClient }) => {
      const { calculatorFiguresQuery } = await import('@/api/calculator');
      return queryClient.ensureQueryData(calculatorFiguresQuery(''));
    },
  }),
  '/customers': page(() => import('@/features/customers/CustomersPage'), 'CustomersPage', {
    title: m.page_customers,
    access: 'worker',
    search: readCustomersSearch,
    data: async ({ queryClient, personId }) => {
      const { savedCustomersQuery } = await import('@/api/customers');
      return queryClient.ensureQueryData(savedCustomersQuery(personId));
    },
  }),
  '/shifts': page(() => import('@/features/shifts/ShiftsPage'), 'ShiftsPage', {
    title: m.page_shifts,
    access: 'worker',
    search: readPeriodSearch,
  }),
  '/archive': page(() => import('@/features/archive/ArchivePage'), 'ArchivePage', {
    title: m.page_archive,
    access: 'worker',
    search: readArchiveSearch,
    data: async (request) => {
      const { fetchArchive } = await import('@/features/archive/fetchArchive');
      return fetchArchive(request);
    },
  }),
  '/salaries': page(() => import('@/features/salaries/SalariesPage'), 'SalariesPage', {
    title: m.page_salaries,
    access: 'worker',
    search: readSalariesSearch,
    data: async ({ queryClient, personId, search }) => {
      const { salariesQuery } = await import('@/api/salaries');
      return queryClient.ensureQueryData(salariesQuery(personId, search.page ?? 1));
    },
  }),
  '/salaries/$salaryId': page(() => import('@/features/salaries/SalaryPage'), 'SalaryPage', {
    title: m.page_salary,
    access: 'worker',
    data: async ({ queryClient, personId, params }) => {
      const { salaryQuery } = await import('@/api/salaries');
      return queryClient.ensureQueryData(salaryQuery(personId, params.salaryId));
    },
  }),
  '/tax': page(() => import('@/features/tax/TaxPage'), 'TaxPage', {
    title: m.tax_page,
    access: 'worker',
    search: searchReader({ year: text }),
  }),
  '/templates': page(() => import('@/features/templates/TemplatesPage'), 'TemplatesPage', {
    title: m.page_templates,
    access: 'worker',
    data: async ({ queryClient, personId }) => {
      const { templatesQuery } = await import('@/api/templates');
      return queryClient.ensureQueryData(templatesQuery(personId));
    },
  }),
  '/calculator': page(() => import('@/features/calculator/CalculatorPage'), 'CalculatorPage', {
    title: m.page_calculator,
    access: 'public',
    links: ['header'],
    // The page reads it, with all that visitors of other pages need not load.
    search: (raw) => raw as CalculatorSearch,
    data: async ({ queryClient }) => {
      const { calculatorFiguresQuery } = await import('@/api/calculator');
      return queryClient.ensureQueryData(calculatorFiguresQuery(''));
    },
  }),
  '/account': page(() => import('@/features/account/AccountPage'), 'AccountPage', {
    title: m.page_account,
    access: 'private',
    search: readAccountSearch,
    data: async ({ queryClient }) => {
      const { profileQuery } = await import('@/api/profile');
      return queryClient.ensureQueryData(profileQuery);
    },
  }),
  '/account/email': page(() => import('@/features/account/EmailLinkPage'), 'EmailLinkPage', {
    title: m.page_account_email,
    access: 'private',
    search: readTokenLogin,
  }),
  '/about': page(() => import('@/features/legal/pages'), 'AboutPage', {
    title: m.page_about,
    access: 'public',
    links: ['header', 'footer'],
    data: ({ queryClient }) => queryClient.ensureQueryData(appInfoQuery),
  }),
} as const;
