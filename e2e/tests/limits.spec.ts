import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { people, sendCredentials } from '../support/people.ts';
import { fill, texts } from '../support/texts.ts';

test.use({ settings: { LIKSA_RATE_LIMITS: 'on' }, toleratedConsole: [/status of 429/] });

test('after too many wrong passwords the page says how long to wait', async ({ page, request }) => {
  const wrong = { username: people.worker.username, password: 'wrong-password' };
  await expect
    .poll(async () => (await request.post('/api/login', { data: wrong })).status(), {
      intervals: [0],
    })
    .toBe(429);

  await page.goto('/login');
  await sendCredentials(page, wrong.username, wrong.password);
  const message = fill(texts.fi.notify_too_many_requests_seconds, { seconds: '[1-6]' });
  await expect(page.getByRole('alert')).toContainText(new RegExp(message));
  await expectAccessible(page);
});
