import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AuditEvent } from '@/api/audit';
import { factsOf, storedData } from './auditFacts';
import { SENTENCES, sentenceOf } from './auditWords';

type Action = AuditEvent['action'];

interface OpenApi {
  readonly components: {
    readonly schemas: { readonly AuditAction: { readonly enum: readonly Action[] } };
  };
}

const { components } = JSON.parse(readFileSync('../openapi.json', 'utf8')) as OpenApi;
const ACTIONS = components.schemas.AuditAction.enum;
/** What is gone or has no page cannot be opened. */
const WITHOUT_LINK = new Set<Action>(['bill.deleted', 'session.started', 'session.ended']);

test.for(['fi', 'en'])('every action that the server knows has a sentence in %s', (language) => {
  expect(Object.keys(SENTENCES).toSorted()).toEqual([...ACTIONS].toSorted());
  const texts = JSON.parse(readFileSync(`src/locales/${language}/audit.json`, 'utf8')) as Readonly<
    Record<string, string>
  >;
  const faults = ACTIONS.map((action) => {
    const text = texts[`audit_${action.replace('.', '_')}`] ?? '';
    const pattern = WITHOUT_LINK.has(action)
      ? /^\{actor\} [^\][{}]+\.$/u
      : /^\{actor\} [^\][{}]*\[[^\][{}]+\][^\][{}]*\.$/u;
    return pattern.test(text) ? [] : [`${action}: ${text}`];
  });
  expect(faults.flat()).toEqual([]);
});

test('a sentence names who did it and what it was done to', () => {
  expect(sentenceOf({ action: 'bill.approved', actor: 'Kaisa [K] Laine' })).toEqual({
    before: 'Kaisa [K] Laine hyväksyi ',
    object: 'laskun',
    after: '.',
  });
  expect(sentenceOf({ action: 'bill.deleted', actor: 'Kaisa [K] Laine' })).toEqual({
    before: 'Kaisa [K] Laine poisti laskun.',
    object: '',
    after: '',
  });
  expect(sentenceOf({ action: 'bill.closed', actor: null }).before).toMatch(/^Liksa /);
});

test.for<[Action, object, string[]]>([
  ['bill.sent', { before: 'OPEN', after: 'PENDING' }, []],
  ['bill.returned', { before: 'TAKEN', reason: 'Viite puuttuu.' }, ['Syy: Viite puuttuu.']],
  ['bill.closed', { number: 1042, method: 'EMAIL' }, ['Lasku 1042', 'Sähköposti']],
  ['reminder.made', { number: 1, fee: '5.00' }, []],
  ['payroll.paid', { sum: '1449.40' }, ['1 449,40 €']],
  ['payroll.moved', { from: '20.10.2026', to: '21.10.2026' }, ['20.10.2026 → 21.10.2026']],
  ['payroll.approved', { calculation: 1, refunds: [] }, []],
  ['advance.lapsed', { amount: '200.00', reason: 'BILL_CREDITED' }, ['200,00 €']],
  ['share.asked', { amount: null, before: 'OPEN', after: 'ASKED', reason: '' }, []],
  ['person.language_changed', { before: 'fi', after: 'en' }, ['Suomi → English']],
  [
    'person.roles_changed',
    { before: ['ROLE_USER'], after: ['ROLE_USER', 'ROLE_CLERK'] },
    ['Tekijä → Tekijä, Laskujen käsittelijä'],
  ],
])('the details of %s in words', ([action, detail, words]) => {
  const spaced = factsOf({ action, detail: JSON.stringify(detail) });
  expect(spaced.map((one) => one.replaceAll('\u00A0', ' '))).toEqual(words);
});

test('the stored data is shown as it is', () => {
  const event: AuditEvent = {
    number: 7,
    at: '2026-11-17T08:00:00Z',
    action: 'bill.sent',
    subject: 'bill:1',
    actor: 'Aino Virtanen',
    actorId: 'a',
    detail: '{"before":"OPEN","odd":[1]}',
  };
  expect(JSON.parse(storedData(event))).toEqual({
    action: 'bill.sent',
    subject: 'bill:1',
    actorId: 'a',
    detail: { before: 'OPEN', odd: [1] },
  });
});
