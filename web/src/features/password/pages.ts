import { registerAccountTexts } from '@/lib/notify/accounts';

registerAccountTexts();

/** The pages of resetting a password, visited one after the other, so they are loaded together. */
export { ResetPage } from './ResetPage';
export { CheckEmailPage } from './CheckEmailPage';
export { CheckEmailFailurePage } from './CheckEmailFailurePage';
export { NewPasswordPage } from './NewPasswordPage';
export { ChangedPage } from './ChangedPage';
export { ChangedFailurePage } from './ChangedFailurePage';
export { FinishPage } from './FinishPage';
