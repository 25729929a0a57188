import { lazyPart } from '@/lib/lazyPart';

/** Pages for signed-in work ask before they delete or send; visitors need not load these dialogs. */
export const LazyDialogs = lazyPart(async () => (await import('./Dialogs')).Dialogs);
