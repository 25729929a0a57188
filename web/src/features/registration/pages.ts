import { registerAccountTexts } from '@/lib/notify/accounts';

registerAccountTexts();

/** The pages of registration, visited one after the other, so they are loaded together. */
export { RegisterPage } from './RegisterPage';
export { StartedPage } from './StartedPage';
export { FailedPage } from './FailedPage';
export { ConfirmPage } from './ConfirmPage';
export { AcceptPage } from './AcceptPage';
export { SuccessPage } from './SuccessPage';
