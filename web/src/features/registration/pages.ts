import { teachAccounts } from '@/lib/notify/accounts';

teachAccounts();

/** Whoever registers goes through all of these, so they are loaded at once. */
export { RegisterPage } from './RegisterPage';
export { StartedPage } from './StartedPage';
export { FailedPage } from './FailedPage';
export { ConfirmPage } from './ConfirmPage';
export { AcceptPage } from './AcceptPage';
export { SuccessPage } from './SuccessPage';
