/** Few words each, and loaded at once. */
export { HelpPage } from './HelpPage';
export { HelpTopicPage } from './HelpTopicPage';
