import { appInfoQuery } from '@/api/app';
import { safeNextPath } from '@/lib/nextPath';
import {
  oneOf,
  readBankAnswer,
  readId,
  readReason,
  readTokenLogin,
  searchReader,
} from '@/lib/search';
import { m } from '@/paraglide/messages';
import { page } from './page';

export const readLoginSearch = searchReader({ next: (value) => safeNextPath(value) });

// The pages of one flow are few words each and visited one after the other: one module per flow.
const registration = () => import('@/features/registration/pages');
const password = () => import('@/features/password/pages');
const help = () => import('@/features/help/pages');
const legal = () => import('@/features/legal/pages');

/** The pages for visitors: signing in, registering, passwords, and what everyone may read. */
export const VISITOR_PAGES = {
  '/login': page(() => import('@/features/login/LoginPage'), 'LoginPage', {
    title: m.page_login,
    access: 'public',
    search: readLoginSearch,
  }),
  '/logout': page(() => import('@/features/logout/LogoutPage'), 'LogoutPage', {
    title: m.page_logout,
    access: 'public',
  }),
  '/token-login': page(() => import('@/features/token-login/TokenLoginPage'), 'TokenLoginPage', {
    title: m.page_token_login,
    access: 'public',
    search: readTokenLogin,
  }),
  '/register': page(registration, 'RegisterPage', {
    title: m.page_register,
    access: 'public',
    links: ['header'],
  }),
  '/register-started': page(registration, 'StartedPage', {
    title: m.page_register_started,
    access: 'public',
  }),
  '/registration/failed': page(registration, 'FailedPage', {
    title: m.page_registration_failed,
    access: 'public',
    search: readReason,
  }),
  '/registration/confirm': page(registration, 'ConfirmPage', {
    title: m.page_registration_confirm,
    access: 'public',
    search: readBankAnswer,
  }),
  '/registration/eula': page(registration, 'AcceptPage', {
    title: m.page_registration_eula,
    access: 'public',
  }),
  '/registration/success': page(registration, 'SuccessPage', {
    title: m.page_registration_success,
    access: 'public',
    search: searchReader({ promo: oneOf('used') }),
  }),
  '/password/reset': page(password, 'ResetPage', {
    title: m.page_password_reset,
    access: 'public',
  }),
  '/password/checkemail': page(password, 'CheckEmailPage', {
    title: m.page_password_check_email,
    access: 'public',
  }),
  '/password/checkemail-failure': page(password, 'CheckEmailFailurePage', {
    title: m.page_password_check_email_failure,
    access: 'public',
    search: readReason,
  }),
  '/password/forgot/$token': page(password, 'NewPasswordPage', {
    title: m.page_password_forgot,
    access: 'public',
  }),
  '/password/changed': page(password, 'ChangedPage', {
    title: m.page_password_changed,
    access: 'public',
  }),
  '/password/changed-failure': page(password, 'ChangedFailurePage', {
    title: m.page_password_changed_failure,
    access: 'public',
    search: readReason,
  }),
  '/password/success': page(password, 'FinishPage', {
    title: m.page_password_success,
    access: 'public',
    search: readBankAnswer,
  }),
  '/help': page(help, 'HelpPage', { title: m.help_page, access: 'public', links: ['footer'] }),
  '/help/$topic': page(help, 'HelpTopicPage', { title: m.help_page, access: 'public' }),
  '/eula': page(legal, 'TermsPage', {
    title: m.page_eula,
    access: 'public',
    links: ['footer'],
    data: ({ queryClient }) => queryClient.ensureQueryData(appInfoQuery),
  }),
  '/privacy': page(legal, 'PrivacyPage', {
    title: m.page_privacy,
    access: 'public',
    links: ['footer'],
    data: ({ queryClient }) => queryClient.ensureQueryData(appInfoQuery),
  }),
  '/accessibility': page(legal, 'AccessibilityPage', {
    title: m.page_accessibility,
    access: 'public',
    links: ['footer'],
    data: ({ queryClient }) => queryClient.ensureQueryData(appInfoQuery),
  }),
  '/demo/mails': page(() => import('@/features/demo-mails/DemoMailsPage'), 'DemoMailsPage', {
    title: m.page_demo_mails,
    access: 'demo',
    links: ['footer'],
    search: readId,
    data: async ({ queryClient }) => {
      const { demoMailsQuery } = await import('@/api/demoMails');
      return queryClient.ensureQueryData(demoMailsQuery);
    },
  }),
  '/api-docs': page(() => import('@/features/api-docs/ApiDocsPage'), 'ApiDocsPage', {
    title: m.page_api_docs,
    access: 'demo',
    links: ['footer'],
  }),
} as const;
