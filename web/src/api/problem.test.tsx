import { describe, expect, test } from 'vitest';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { answer, api, onSessionEnd } from './client';
import { ApiProblem } from './problem';

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const save = () => failure(answer(api.PUT('/api/person', { body: { language: 'fi' } })));

describe('a failed call', () => {
  test('tells what the server said', async () => {
    const fields = [{ field: 'language', key: 'validation.invalidChoice' }];
    fakeServer({
      'PUT /api/person': () => json(422, { errorKey: 'INVALID_FIELDS', message: '', fields }),
    });
    expect(await save()).toMatchObject({ status: 422, errorKey: 'INVALID_FIELDS', fields });
  });

  test.each([
    [500, 'contactAdmin'],
    [502, 'SERVICE_UNAVAILABLE'],
    [413, 'RECEIPT_TOO_LARGE'],
    [429, 'TOO_MANY_REQUESTS'],
  ])('with a %i in a foreign shape still has a key', async (status, errorKey) => {
    fakeServer({ 'PUT /api/person': () => new Response('<html>', { status }) });
    expect(await save()).toMatchObject({ status, errorKey, fields: [] });
  });

  test('tells how long to wait', async () => {
    fakeServer({
      'PUT /api/person': () => problem(429, 'TOO_MANY_REQUESTS', { 'retry-after': '7' }),
    });
    expect(await save()).toMatchObject({ retryAfter_s: 7 });
  });

  test('without an answer is a problem of the connection', async () => {
    fakeServer({ 'PUT /api/person': () => Promise.reject(new TypeError('down')) });
    const error = await save();
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ status: undefined, errorKey: 'NETWORK_FAILURE' });
  });
});

describe('the end of the session', () => {
  async function heard(call: () => Promise<unknown>) {
    const reasons: string[] = [];
    const stop = onSessionEnd((reason) => reasons.push(reason));
    await call();
    stop();
    return reasons;
  }

  test.each([
    [401, ['expired']],
    [403, ['forbidden']],
    [404, []],
    [500, []],
  ])('after a %i: %j', async (status, reasons) => {
    fakeServer({ 'PUT /api/person': () => problem(status, 'X') });
    expect(await heard(save)).toEqual(reasons);
  });

  test('is not heard from a failed log-in', async () => {
    fakeServer({ 'POST /api/login': () => problem(401, 'LOGIN_FAILURE') });
    const body = { username: 'a', password: 'b' };
    expect(await heard(() => failure(api.POST('/api/login', { body })))).toEqual([]);
  });
});
