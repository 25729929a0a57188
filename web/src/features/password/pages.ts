import { teachAccounts } from '@/lib/notify/accounts';

teachAccounts();

/** Whoever resets a password goes through all of these, so they are loaded at once. */
export { ResetPage } from './ResetPage';
export { CheckEmailPage } from './CheckEmailPage';
export { CheckEmailFailurePage } from './CheckEmailFailurePage';
export { NewPasswordPage } from './NewPasswordPage';
export { ChangedPage } from './ChangedPage';
export { ChangedFailurePage } from './ChangedFailurePage';
export { FinishPage } from './FinishPage';
