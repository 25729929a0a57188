import type { ReactNode } from 'react';
import type { BuiltPath } from '@/lib/routes';

type LoadPage = () => Promise<{ default: () => ReactNode }>;

/** Where each built page of the route table is; each is loaded when somebody first goes there. */
export const pages: Readonly<Record<BuiltPath, LoadPage>> = {
  '/': async () => ({ default: (await import('@/features/home/HomePage')).HomePage }),
  '/login': async () => ({ default: (await import('@/features/login/LoginPage')).LoginPage }),
  '/logout': async () => ({ default: (await import('@/features/logout/LogoutPage')).LogoutPage }),
  '/calculator': async () => ({
    default: (await import('@/features/calculator/CalculatorPage')).CalculatorPage,
  }),
  '/api-docs': async () => ({
    default: (await import('@/features/api-docs/ApiDocsPage')).ApiDocsPage,
  }),
};
