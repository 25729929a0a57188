import { oneOf, searchReader } from '@/lib/search';

export const ACCOUNT_TABS = ['money', 'contact', 'login', 'settings', 'privacy'] as const;

export type AccountTab = (typeof ACCOUNT_TABS)[number];

export const readAccountSearch = searchReader({ tab: oneOf(...ACCOUNT_TABS) });
