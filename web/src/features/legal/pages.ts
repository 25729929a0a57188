/** Few words each, and loaded at once. */
export { TermsPage } from './TermsPage';
export { PrivacyPage } from './PrivacyPage';
export { AccessibilityPage } from './AccessibilityPage';
export { AboutPage } from './AboutPage';
