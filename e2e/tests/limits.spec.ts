import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { people, sendCredentials } from '../support/people.ts';
import { fill, texts } from '../support/texts.ts';

test.use({ settings: { LIKSA_RATE_LIMITS: 'on' }, toleratedConsole: [/status of (401|429)/] });

test('after too many wrong passwords the page says how long to wait', async ({ page, request }) => {
  const wrong = { username: people.worker.username, password: 'wrong-password' };
  const attempt = async () => (await request.post('/api/login', { data: wrong })).status();
  let seconds = '';
  await page.goto('/login');
  // On a busy machine the wait may be over before the page has sent its own attempt: then once more.
  await expect(async () => {
    await expect.poll(attempt, { intervals: [0] }).toBe(429);
    const answered = page.waitForResponse('**/api/login');
    await sendCredentials(page, wrong.username, wrong.password);
    const answer = await answered;
    expect(answer.status()).toBe(429);
    seconds = answer.headers()['retry-after'] ?? '';
  }).toPass();

  expect(seconds).toMatch(/^[1-6]$/);
  const message = fill(texts.fi.notify_too_many_requests_seconds, { seconds });
  await expect(page.getByRole('alert')).toContainText(message);
  await expectAccessible(page);
});
