import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { password } from '../support/people.ts';
import { pdfOf } from '../support/pdf.ts';

export const kinds = ['read', 'write', 'upload', 'download'] as const;

export type Kind = (typeof kinds)[number];

export interface Answer {
  kind: Kind;
  /** 0 where the connection ended without an answer. */
  status: number;
  seconds: number;
  /** What a 503 does not say that clients go by; empty where nothing is missing. */
  missing: string;
}

/** After so many milliseconds a client gives up. */
const PATIENCE = 120_000;

/** Somebody who uses the service all the time: reads, writes, uploads and downloads, each several times a second. */
export class Load {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #person: string;
  readonly #row: string;
  readonly #receipt: string;
  /** The drafts that the server said it has made, by the keys they were asked for with. */
  readonly #made = new Map<string, string>();
  /** The keys of which it has not said so. */
  readonly #unsure = new Set<string>();

  private constructor(
    url: string,
    headers: Record<string, string>,
    person: string,
    row: string,
    receipt: string,
  ) {
    [this.#url, this.#headers, this.#person] = [url, headers, person];
    [this.#row, this.#receipt] = [row, receipt];
  }

  static async of(url: string, name: string): Promise<Load> {
    const { id, headers } = await signIn(url, name);
    const bill = await ask<{ id: string; billableitems: { id: string }[] }>(
      url,
      headers,
      'POST',
      `/api/person/${id}/bills`,
      { billableitems: [{ type: 'CONTRACT', destination: 'Kuitti', alvPrice: 0, othercost: 10 }] },
    );
    const row = bill.billableitems[0]?.id ?? '';
    const receipt = await fetch(`${url}/api/billableitem/${row}/receipt`, upload(headers));
    if (!receipt.ok) throw new Error(`No receipt: ${receipt.status} ${await receipt.text()}`);
    const { id: receiptId } = (await receipt.json()) as { id: string };
    return new Load(url, headers, id, row, receiptId);
  }

  /** Uses the service while something happens, and for a moment longer. Answers what was answered. */
  async during(happens: () => Promise<void>): Promise<Answer[]> {
    const answers: Answer[] = [];
    let goOn = true;
    const again = async (kind: Kind, pause: number) => {
      // oxlint-disable no-await-in-loop -- one request after the other, as a person does
      while (goOn) {
        answers.push(await this.#one(kind));
        await wait(pause);
      }
    };
    const users = [
      again('read', 50),
      again('write', 100),
      again('upload', 500),
      again('download', 200),
    ];
    await wait(1000);
    await happens();
    await wait(2000);
    goOn = false;
    await Promise.all(users);
    return answers;
  }

  /** Counts what is made: the drafts without a row of the user who measures. */
  get countMade(): string {
    return `SELECT count(*) FROM bill WHERE person_id = '${this.#person}'
      AND NOT EXISTS (SELECT 1 FROM bill_row WHERE bill_id = bill.id)`;
  }

  /** How many drafts the server said it has made. */
  get made(): number {
    return this.#made.size;
  }

  /** The drafts that were acknowledged and cannot be read any more. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    // oxlint-disable no-await-in-loop -- hundreds at once would be a load of their own
    for (const id of this.#made.values()) {
      const route = `${this.#url}/api/person/${this.#person}/bills/${id}`;
      const answer = await fetch(route, { headers: this.#headers });
      await answer.text();
      if (answer.status !== 200) lost.push(id);
    }
    return lost;
  }

  /**
   * Repeats each write that was not acknowledged, as the app does, and the last ones that were: the key makes one draft, and
   * answers the same one each time. Answers how many were repeated.
   */
  async repeatWrites(): Promise<number> {
    const unsure = [...this.#unsure];
    // oxlint-disable no-await-in-loop -- hundreds at once would be a load of their own
    for (const key of [...[...this.#made.keys()].slice(-20), ...unsure, ...unsure]) {
      const answer = await this.#write(key);
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${key}, repeated: ${answer.status} ${body}`);
      const before = this.#made.get(key) ?? idIn(body);
      if (before !== idIn(body)) throw new Error(`${key} has made ${before} and ${idIn(body)}`);
      this.#made.set(key, before);
      this.#unsure.delete(key);
    }
    return unsure.length;
  }

  async #one(kind: Kind): Promise<Answer> {
    const [began, key] = [performance.now(), randomUUID()];
    if (kind === 'write') this.#unsure.add(key);
    const answer = await this.#send(kind, key).catch(() => null);
    const body = await answer?.text().catch(() => null);
    const status = body === null || body === undefined ? 0 : (answer?.status ?? 0);
    if (answer?.ok && body && kind === 'write') {
      this.#made.set(key, idIn(body));
      this.#unsure.delete(key);
    }
    if (answer?.ok && body && kind === 'upload') await this.#remove(idIn(body));
    const missing = status === 503 && answer ? missingIn(answer, body ?? '') : '';
    return { kind, status, seconds: (performance.now() - began) / 1000, missing };
  }

  /** A row holds a few receipts only. */
  async #remove(receipt: string): Promise<void> {
    const route = `${this.#url}/api/billableitem/receipt/${receipt}`;
    await fetch(route, { method: 'DELETE', headers: this.#headers }).catch(() => null);
  }

  #write(key: string): Promise<Response> {
    return fetch(`${this.#url}/api/person/${this.#person}/bills`, {
      method: 'POST',
      signal: AbortSignal.timeout(PATIENCE),
      body: '{}',
      headers: { ...this.#headers, 'content-type': 'application/json', 'idempotency-key': key },
    });
  }

  #send(kind: Kind, key: string): Promise<Response> {
    const headers = this.#headers;
    const signal = AbortSignal.timeout(PATIENCE);
    switch (kind) {
      case 'read':
        return fetch(`${this.#url}/api/person/${this.#person}/archive`, { headers, signal });
      case 'write':
        return this.#write(key);
      case 'upload':
        return fetch(`${this.#url}/api/billableitem/${this.#row}/receipt`, {
          ...upload(headers),
          signal,
        });
      case 'download':
        return fetch(`${this.#url}/api/billableitem/receipt/${this.#receipt}`, { headers, signal });
    }
  }
}

const idIn = (body: string) => (JSON.parse(body) as { id: string }).id;

/** What is missing in a 503: when to ask again, and the key and the sentence that say why. */
function missingIn(answer: Response, body: string): string {
  const after = Number(answer.headers.get('retry-after') ?? Number.NaN);
  if (!(after > 0 && after <= 30)) return 'without Retry-After';
  try {
    const { errorKey, message } = JSON.parse(body) as { errorKey?: string; message?: string };
    const isTold = errorKey === 'SERVICE_UNAVAILABLE' || errorKey === 'TIMEOUT';
    return isTold && message ? '' : `that says ${body.slice(0, 80)}`;
  } catch {
    return `that says ${body.slice(0, 80)}`;
  }
}

function upload(headers: Record<string, string>): RequestInit {
  const body = new FormData();
  body.append(
    'file',
    new Blob([new Uint8Array(pdfOf('outage'))], { type: 'application/pdf' }),
    'kuitti.pdf',
  );
  return { method: 'POST', headers, body };
}

/** What somebody who registers fills in. */
export function registration(email: string) {
  const home = { address: 'Kotikatu 1', postalcode: '33100' };
  return { ...home, email, phone: '040 123 4567', password: 'sininen villapaita', language: 'fi' };
}

export async function signIn(url: string, name: string) {
  const answer = await ask<{ id: string; authtoken: string }>(url, {}, 'POST', '/api/login', {
    username: `${name}@liksa.example`,
    password,
  });
  return { id: answer.id, headers: { authtoken: answer.authtoken } };
}

/** A day as the API takes it. */
export const dateOf = (time: number) =>
  new Intl.DateTimeFormat('fi-FI', {
    timeZone: 'Europe/Helsinki',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(time);

/** An answer that is no success. */
export class Refused extends Error {
  readonly status: number;
  /** What the server says of it; empty where it is not the server that answers. */
  readonly key: string;

  constructor(what: string, status: number, body: string) {
    super(`${what}: ${status} ${body}`);
    this.status = status;
    this.key = /"errorKey":"(?<key>\w+)"/u.exec(body)?.groups?.['key'] ?? '';
  }
}

/** Whether it is a pause, as the app takes it: nobody answers, or a proxy or a server that has nobody to ask. */
export function isPause(error: unknown): boolean {
  if (error instanceof Refused) return [502, 503, 504].includes(error.status);
  return error instanceof TypeError && error.message === 'fetch failed';
}

export async function ask<T>(
  url: string,
  headers: Record<string, string>,
  method: string,
  route: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(url + route, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Refused(`${method} ${route}`, answer.status, await answer.text());
  return (await answer.json()) as T;
}
