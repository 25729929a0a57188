/** Few words each, and loaded at once. */
export { TermsPage } from './TermsPage';
export { PrivacyPage } from './PrivacyPage';
export { AboutPage } from './AboutPage';
