import { watchStyles } from '@/lib/missingStyles';
import { registerOfflinePage } from '@/lib/offlinePage';
import { claimTab } from '@/lib/tab';

watchStyles();
registerOfflinePage();

/** What signed-in work needs before its first page: a tab with a name of its own. */
export const prepareTab = claimTab;
