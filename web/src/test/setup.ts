import { afterEach } from 'vitest';
import { registerAccountTexts } from '@/lib/notify/accounts';
import { registerWorkTexts } from '@/lib/notify/work';
import { setLocale } from '@/paraglide/runtime';

registerWorkTexts();
registerAccountTexts();

afterEach(async () => {
  await setLocale('fi', { reload: false });
});
